// SPDX-License-Identifier: GPL-2.0
/*
 * The serial interface of the MCP3008 (data sheet MCP3004/3008, figure 5-1):
 * a start bit, single-ended or differential, three bits of channel, one clock
 * to sample, a null bit, ten bits of result.
 */
#include <linux/bits.h>
#include <linux/minmax.h>

#include "mcp3008.h"

#define SINGLE_ENDED	BIT(3)
#define COMMAND_CLOCKS	4
#define SAMPLE_CLOCK	5
#define NULL_CLOCK	6
#define RESULT_BITS	10

static int input(const struct mcp3008 *chip, unsigned int channel)
{
	return min_t(int, chip->input[channel], MCP3008_FULL_SCALE);
}

static void convert(struct mcp3008 *chip)
{
	unsigned int channel = chip->command & 7;
	int value = input(chip, channel);

	/* A pair: the channel against its neighbour. */
	if (!(chip->command & SINGLE_ENDED))
		value = max(0, value - input(chip, channel ^ 1));
	chip->result = value;
	chip->conversions++;
}

static bool clock(struct mcp3008 *chip, bool in)
{
	unsigned int now = chip->clocks;

	/* Zeros before the start bit are how a master aligns the result. */
	if (now || in)
		chip->clocks++;
	if (now == 0)
		return false;
	if (now <= COMMAND_CLOCKS)
		chip->command = chip->command << 1 | in;
	else if (now == SAMPLE_CLOCK)
		convert(chip);
	else if (now > NULL_CLOCK && now <= NULL_CLOCK + RESULT_BITS)
		return chip->result >> (NULL_CLOCK + RESULT_BITS - now) & 1;
	return false;
}

void mcp3008_select(struct mcp3008 *chip)
{
	chip->clocks = 0;
	chip->command = 0;
}

u8 mcp3008_exchange(struct mcp3008 *chip, u8 in)
{
	u8 out = 0;
	int bit;

	for (bit = 7; bit >= 0; bit--)
		out = out << 1 | clock(chip, in >> bit & 1);
	return out;
}
