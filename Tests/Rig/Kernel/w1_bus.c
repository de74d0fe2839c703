// SPDX-License-Identifier: GPL-2.0
/*
 * A 1-Wire bus with emulated DS18B20 thermometers. Nothing is plugged in at
 * the start: a test plugs in what it needs.
 *
 * /sys/kernel/debug/rig_w1/
 *   shorted      1: the wire is at ground; presence is seen, every bit reads 0
 *   hung         1: the bus blocks whoever uses it, until it is 0 again
 *   28-xxxxxxxxxxxx/
 *     millicelsius   what the next conversion finds
 *     fault          none, absent, crc, poweron, weak, stuck or deaf
 *     bad_crcs       how many coming readings have a wrong checksum
 *     conversion_us  how long a conversion takes; 0: as the data sheet says
 *     conversions, reads  counted since the start
 */
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/w1.h>
#include <linux/wait.h>

#include "ds18b20.h"

#define MAX_CHIPS	16

static unsigned long long serials[MAX_CHIPS] = {
	0x000005e2fdc3, 0x000005e2fdc4, 0x000005e2fdc5,
};
static int nchips = 3;
module_param_array(serials, ullong, &nchips, 0444);
MODULE_PARM_DESC(serials, "48-bit serial numbers of the DS18B20 there are");

static const char * const fault_names[] = {
	[DS18B20_FINE] = "none",
	[DS18B20_ABSENT] = "absent",
	[DS18B20_CRC] = "crc",
	[DS18B20_POWERON] = "poweron",
	[DS18B20_WEAK] = "weak",
	[DS18B20_STUCK] = "stuck",
	[DS18B20_DEAF] = "deaf",
};

static struct ds18b20 *chips;
static bool shorted;
static bool hung;
static DECLARE_WAIT_QUEUE_HEAD(unhung);
static DEFINE_SPINLOCK(lock);
static struct dentry *root;

/* The w1 core wants 0 for "somebody is there". */
static u8 reset_bus(void *data)
{
	bool present = shorted;
	int i;

	if (wait_event_killable(unhung, !READ_ONCE(hung)))
		return 1;
	spin_lock(&lock);
	for (i = 0; i < nchips; i++)
		present |= ds18b20_reset(&chips[i]);
	spin_unlock(&lock);
	return !present;
}

/* One time slot. The wire is low if anyone pulls it low. */
static u8 touch_bit(void *data, u8 bit)
{
	bool level = bit;
	int i;

	if (shorted)
		return 0;
	spin_lock(&lock);
	for (i = 0; i < nchips; i++)
		level &= ds18b20_drive(&chips[i]);
	for (i = 0; i < nchips; i++)
		ds18b20_sample(&chips[i], level);
	spin_unlock(&lock);
	return level;
}

static struct w1_bus_master master = {
	.data = &master,
	.touch_bit = touch_bit,
	.reset_bus = reset_bus,
};

static ssize_t fault_read(struct file *file, char __user *buffer, size_t count,
			  loff_t *position)
{
	struct ds18b20 *chip = file->private_data;
	char text[16];
	int length = scnprintf(text, sizeof(text), "%s\n", fault_names[chip->fault]);

	return simple_read_from_buffer(buffer, count, position, text, length);
}

static ssize_t fault_write(struct file *file, const char __user *buffer,
			   size_t count, loff_t *position)
{
	struct ds18b20 *chip = file->private_data;
	char text[16] = "";
	int fault;

	if (count >= sizeof(text) || copy_from_user(text, buffer, count))
		return -EINVAL;
	fault = sysfs_match_string(fault_names, text);
	if (fault < 0)
		return fault;
	spin_lock(&lock);
	/* Plugged in again, it starts over. */
	if (chip->fault == DS18B20_ABSENT)
		ds18b20_power_on(chip);
	chip->fault = fault;
	spin_unlock(&lock);
	return count;
}

static const struct file_operations fault_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.read = fault_read,
	.write = fault_write,
};

static int hung_get(void *data, u64 *value)
{
	*value = hung;
	return 0;
}

static int hung_set(void *data, u64 value)
{
	WRITE_ONCE(hung, value);
	wake_up_all(&unhung);
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(hung_fops, hung_get, hung_set, "%llu\n");

static int millicelsius_get(void *data, u64 *value)
{
	struct ds18b20 *chip = data;

	*value = chip->millicelsius;
	return 0;
}

static int millicelsius_set(void *data, u64 value)
{
	struct ds18b20 *chip = data;

	chip->millicelsius = (int)value;
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE_SIGNED(millicelsius_fops, millicelsius_get,
				millicelsius_set, "%lld\n");

static void add_files(struct ds18b20 *chip, u64 serial)
{
	struct dentry *directory;
	char name[24];

	snprintf(name, sizeof(name), "%02x-%012llx", DS18B20_FAMILY, serial);
	directory = debugfs_create_dir(name, root);
	debugfs_create_file_unsafe("millicelsius", 0644, directory, chip,
				   &millicelsius_fops);
	debugfs_create_file("fault", 0644, directory, chip, &fault_fops);
	debugfs_create_u32("bad_crcs", 0644, directory, &chip->bad_crcs);
	debugfs_create_u32("conversion_us", 0644, directory, &chip->conversion_us);
	debugfs_create_u32("conversions", 0444, directory, &chip->conversions);
	debugfs_create_u32("reads", 0444, directory, &chip->reads);
}

static int __init rig_w1_init(void)
{
	int i, error;

	chips = kcalloc(nchips, sizeof(*chips), GFP_KERNEL);
	if (!chips)
		return -ENOMEM;
	root = debugfs_create_dir("rig_w1", NULL);
	debugfs_create_bool("shorted", 0644, root, &shorted);
	debugfs_create_file_unsafe("hung", 0644, root, NULL, &hung_fops);
	for (i = 0; i < nchips; i++) {
		ds18b20_init(&chips[i], serials[i]);
		chips[i].fault = DS18B20_ABSENT;
		add_files(&chips[i], serials[i]);
	}
	error = w1_add_master_device(&master);
	if (error) {
		debugfs_remove_recursive(root);
		kfree(chips);
	}
	return error;
}

static void __exit rig_w1_exit(void)
{
	hung_set(NULL, 0);
	w1_remove_master_device(&master);
	debugfs_remove_recursive(root);
	kfree(chips);
}

module_init(rig_w1_init);
module_exit(rig_w1_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("A 1-Wire bus with emulated DS18B20 thermometers");
