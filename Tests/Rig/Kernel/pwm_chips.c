// SPDX-License-Identifier: GPL-2.0
/*
 * The two PWM chips of a Raspberry Pi, which drive nothing and record what they
 * were told. The fan of the Pi 5 comes first, so that whoever goes by
 * "pwmchip0" finds the wrong one.
 *
 * /sys/kernel/debug/rig_pwm/<device>/
 *   state     a line a channel: period, duty (ns), polarity, enabled, applied
 *   history   what was applied, oldest first: time (ns, monotonic), channel,
 *             period, duty, polarity, enabled
 *   fail      an errno that every change is refused with; 0: none is
 *   slow_ms   how long the chip keeps whoever changes it waiting
 *   plugged   0: the chip's driver is unbound, as with its overlay removed
 *
 * As on the BCM chips there is no free(): giving a channel back does not stop
 * it, and it is found running by whoever asks for it next.
 */
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>
#include <linux/pwm.h>
#include <linux/seq_file.h>

#define MAX_CHANNELS	4
#define HISTORY		4096

struct applied {
	u64 at;
	unsigned int channel;
	struct pwm_state state;
};

struct rig_pwm {
	const char *device;
	unsigned int channels;

	struct pwm_chip chip;
	struct platform_device *pdev;
	struct mutex lock;	/* for all below */
	bool plugged;
	u32 fail;
	u32 slow_ms;
	struct pwm_state now[MAX_CHANNELS];
	unsigned int times[MAX_CHANNELS];
	struct applied history[HISTORY];
	unsigned int recorded;
};

static struct rig_pwm pwms[] = {
	{ .device = "1f0009c000.pwm", .channels = 4 },
	{ .device = "fe20c000.pwm", .channels = 2 },
};
static struct dentry *root;

static struct rig_pwm *rig_of(struct pwm_chip *chip)
{
	return container_of(chip, struct rig_pwm, chip);
}

static int rig_pwm_apply(struct pwm_chip *chip, struct pwm_device *pwm,
			 const struct pwm_state *state)
{
	struct rig_pwm *rig = rig_of(chip);
	int error;

	if (rig->slow_ms)
		msleep(rig->slow_ms);
	mutex_lock(&rig->lock);
	error = -(int)rig->fail;
	if (!error) {
		rig->now[pwm->hwpwm] = *state;
		rig->times[pwm->hwpwm]++;
		rig->history[rig->recorded++ % HISTORY] = (struct applied) {
			ktime_get_ns(), pwm->hwpwm, *state
		};
	}
	mutex_unlock(&rig->lock);
	return error;
}

static int rig_pwm_get_state(struct pwm_chip *chip, struct pwm_device *pwm,
			     struct pwm_state *state)
{
	*state = rig_of(chip)->now[pwm->hwpwm];
	return 0;
}

static const struct pwm_ops rig_pwm_ops = {
	.apply = rig_pwm_apply,
	.get_state = rig_pwm_get_state,
	.owner = THIS_MODULE,
};

static void show_state(struct seq_file *file, unsigned int channel,
		       const struct pwm_state *state)
{
	seq_printf(file, "%u %llu %llu %s %d", channel, state->period,
		   state->duty_cycle,
		   state->polarity == PWM_POLARITY_NORMAL ? "normal" : "inversed",
		   state->enabled);
}

static int state_show(struct seq_file *file, void *data)
{
	struct rig_pwm *rig = file->private;
	unsigned int i;

	mutex_lock(&rig->lock);
	for (i = 0; i < rig->channels; i++) {
		show_state(file, i, &rig->now[i]);
		seq_printf(file, " %u\n", rig->times[i]);
	}
	mutex_unlock(&rig->lock);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(state);

static int history_show(struct seq_file *file, void *data)
{
	struct rig_pwm *rig = file->private;
	unsigned int i;

	mutex_lock(&rig->lock);
	i = rig->recorded > HISTORY ? rig->recorded - HISTORY : 0;
	for (; i < rig->recorded; i++) {
		const struct applied *entry = &rig->history[i % HISTORY];

		seq_printf(file, "%llu ", entry->at);
		show_state(file, entry->channel, &entry->state);
		seq_putc(file, '\n');
	}
	mutex_unlock(&rig->lock);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(history);

static int plug(struct rig_pwm *rig)
{
	rig->chip.dev = &rig->pdev->dev;
	rig->chip.ops = &rig_pwm_ops;
	rig->chip.npwm = rig->channels;
	return pwmchip_add(&rig->chip);
}

static int plugged_get(void *data, u64 *value)
{
	struct rig_pwm *rig = data;

	*value = rig->plugged;
	return 0;
}

/* Tests are the only writers, and they write one after the other. */
static int plugged_set(void *data, u64 value)
{
	struct rig_pwm *rig = data;
	int error = 0;

	if (value == rig->plugged)
		return 0;
	if (value)
		error = plug(rig);
	else
		pwmchip_remove(&rig->chip);
	if (!error)
		rig->plugged = value;
	return error;
}
DEFINE_DEBUGFS_ATTRIBUTE(plugged_fops, plugged_get, plugged_set, "%llu\n");

static int add(struct rig_pwm *rig)
{
	struct dentry *directory;
	int error;

	mutex_init(&rig->lock);
	rig->pdev = platform_device_register_simple(rig->device,
						    PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(rig->pdev))
		return PTR_ERR(rig->pdev);
	error = plugged_set(rig, 1);
	if (error) {
		platform_device_unregister(rig->pdev);
		return error;
	}
	directory = debugfs_create_dir(rig->device, root);
	debugfs_create_file("state", 0444, directory, rig, &state_fops);
	debugfs_create_file("history", 0444, directory, rig, &history_fops);
	debugfs_create_u32("fail", 0644, directory, &rig->fail);
	debugfs_create_u32("slow_ms", 0644, directory, &rig->slow_ms);
	debugfs_create_file_unsafe("plugged", 0644, directory, rig, &plugged_fops);
	return 0;
}

static void remove(struct rig_pwm *rig)
{
	plugged_set(rig, 0);
	platform_device_unregister(rig->pdev);
}

static int __init rig_pwm_init(void)
{
	int i, error;

	root = debugfs_create_dir("rig_pwm", NULL);
	for (i = 0; i < ARRAY_SIZE(pwms); i++) {
		error = add(&pwms[i]);
		if (error)
			goto undo;
	}
	return 0;

undo:
	debugfs_remove_recursive(root);
	while (i--)
		remove(&pwms[i]);
	return error;
}

static void __exit rig_pwm_exit(void)
{
	int i;

	debugfs_remove_recursive(root);
	for (i = 0; i < ARRAY_SIZE(pwms); i++)
		remove(&pwms[i]);
}

module_init(rig_pwm_init);
module_exit(rig_pwm_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("PWM chips that record what they are told");
