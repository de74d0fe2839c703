%% A child of an OTP supervisor that fails over and over and is started again: what Bench/Faults does, by the book.
%% Usage: erl -noshell -kernel logger_level none -s restart main COUNT. Prints how long it took from the failure to the first sample of the next
%% child: p50, p99 and the longest, in milliseconds.
-module(restart).
-behaviour(supervisor).
-export([main/1, init/1, start_link/1, child/1]).

main([Count]) ->
    register(judge, self()),
    {ok, _} = supervisor:start_link(?MODULE, []),
    receive {sample, _, Child} -> fail(Child, list_to_integer(atom_to_list(Count)), []) end.

fail(_, 0, Times) ->
    Sorted = list_to_tuple(lists:sort(Times)),
    At = fun(Share) -> element(max(1, ceil(Share * tuple_size(Sorted))), Sorted) / 1.0e6 end,
    io:format("~.4f ~.4f ~.4f~n", [At(0.5), At(0.99), At(1.0)]),
    halt(0);
fail(Child, Left, Times) ->
    Failed = erlang:monotonic_time(nanosecond),
    Child ! fail,
    receive {sample, Time, Next} -> fail(Next, Left - 1, [Time - Failed | Times]) end.

%% Restarted without end, as a device that is absent is.
init([]) ->
    Child = #{id => link, start => {?MODULE, start_link, [judge]}, restart => permanent},
    {ok, {#{strategy => one_for_one, intensity => 1000000000, period => 1}, [Child]}}.

start_link(Judge) -> {ok, spawn_link(?MODULE, child, [Judge])}.

%% Gives a sample, then waits until its device has gone.
child(Judge) ->
    Judge ! {sample, erlang:monotonic_time(nanosecond), self()},
    receive fail -> exit(shutdown) end.
