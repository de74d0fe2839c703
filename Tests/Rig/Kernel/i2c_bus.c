// SPDX-License-Identifier: GPL-2.0
/*
 * An I2C bus, /dev/i2c-1 as on a Raspberry Pi, with emulated chips: an ADS1115
 * at 0x48 for the kernel's ti-ads1015 and one at 0x49 for user space, a PCA9685
 * at 0x40 for the kernel's pwm-pca9685, a PCF8574 at 0x20 and one at 0x21 for
 * its gpio-pcf857x, without their wire that tells of a change; a BH1750 at 0x23,
 * a BMP280 at 0x76 and an INA219 at 0x45 for its drivers bh1750, bmp280 and
 * ina2xx. None is plugged in at the start.
 *
 * /sys/kernel/debug/rig_i2c/<address>/
 *   plugged      whether the chip answers and, if it is the kernel's, is known
 *   silent       1: it is known, but answers nothing, as with a loose wire
 *   slow_ms      how long it holds the bus before it answers
 *   input0..3_uv, conversions   of an ADS1115
 *   state        of a PCA9685: its period (ns), then a line a channel: pulse (ns)
 *   grounded     of a PCF8574: which lines the outer world connects to ground
 *   latch        of a PCF8574: which lines it does not connect to ground itself;
 *                255 is what a dip of its supply leaves
 *   counts       of a BH1750: 1.2 are a lux
 *   temperature_raw, pressure_raw   of a BMP280
 *   shunt_uv, bus_mv                of an INA219
 */
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/i2c.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>
#include <linux/regulator/machine.h>
#include <linux/seq_file.h>

#include "ads1115.h"
#include "bh1750.h"
#include "bmp280.h"
#include "ina219.h"
#include "pca9685.h"
#include "pcf8574.h"

#define BUS_NUMBER	1

enum kind { ADC, PWM, EXPANDER, LIGHT, AIR, POWER };

struct chip {
	u16 address;
	/* The model that the kernel is told of; NULL: none, user space's. */
	const char *model;
	enum kind kind;

	bool plugged;
	bool silent;
	u32 slow_ms;
	struct i2c_client *client;
	struct ads1115 adc;
	struct pca9685 pwm;
	struct pcf8574 expander;
	struct bh1750 light;
	struct bmp280 air;
	struct ina219 power;
};

static struct chip chips[] = {
	{ .address = 0x48, .model = "ads1115" },
	{ .address = 0x49 },
	{ .address = 0x40, .model = "pca9685", .kind = PWM },
	{ .address = 0x20, .model = "pcf8574", .kind = EXPANDER },
	{ .address = 0x21, .model = "pcf8574", .kind = EXPANDER },
	{ .address = 0x23, .model = "bh1750", .kind = LIGHT },
	{ .address = 0x76, .model = "bmp280", .kind = AIR },
	{ .address = 0x45, .model = "ina219", .kind = POWER },
};
static struct platform_device *pdev;
static struct dentry *root;
static DEFINE_MUTEX(lock);

static struct chip *chip_at(u16 address)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(chips); i++) {
		struct chip *chip = &chips[i];

		if (chip->address == address && chip->plugged && !chip->silent)
			return chip;
	}
	return NULL;
}

static int handle(const struct i2c_msg *message)
{
	struct chip *chip = chip_at(message->addr);
	bool reads = message->flags & I2C_M_RD;

	/* Nobody acknowledges. */
	if (!chip)
		return -ENXIO;
	if (chip->slow_ms)
		msleep(chip->slow_ms);
	switch (chip->kind) {
	case ADC:
		if (!reads)
			return ads1115_write(&chip->adc, message->buf, message->len);
		ads1115_read(&chip->adc, message->buf, message->len);
		break;
	case PWM:
		if (reads)
			pca9685_read(&chip->pwm, message->buf, message->len);
		else
			pca9685_write(&chip->pwm, message->buf, message->len);
		break;
	case EXPANDER:
		if (reads)
			pcf8574_read(&chip->expander, message->buf, message->len);
		else
			pcf8574_write(&chip->expander, message->buf, message->len);
		break;
	case LIGHT:
		if (reads)
			bh1750_read(&chip->light, message->buf, message->len);
		else
			bh1750_write(&chip->light, message->buf, message->len);
		break;
	case AIR:
		if (reads)
			bmp280_read(&chip->air, message->buf, message->len);
		else
			bmp280_write(&chip->air, message->buf, message->len);
		break;
	case POWER:
		if (reads)
			ina219_read(&chip->power, message->buf, message->len);
		else
			ina219_write(&chip->power, message->buf, message->len);
		break;
	}
	return 0;
}

static int transfer(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
	int i, error = 0;

	mutex_lock(&lock);
	for (i = 0; i < count && !error; i++)
		error = handle(&messages[i]);
	mutex_unlock(&lock);
	return error ?: count;
}

static u32 functionality(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm algorithm = {
	.master_xfer = transfer,
	.functionality = functionality,
};

static struct i2c_adapter bus = {
	.owner = THIS_MODULE,
	.name = "rig-i2c",
	.nr = BUS_NUMBER,
	.algo = &algorithm,
};

static int plug(struct chip *chip)
{
	struct i2c_board_info info = { .addr = chip->address };

	ads1115_init(&chip->adc);
	pca9685_init(&chip->pwm);
	pcf8574_init(&chip->expander);
	bh1750_init(&chip->light);
	bmp280_init(&chip->air);
	ina219_init(&chip->power);
	chip->plugged = true;
	if (!chip->model)
		return 0;
	strscpy(info.type, chip->model, sizeof(info.type));
	chip->client = i2c_new_client_device(&bus, &info);
	if (!IS_ERR(chip->client))
		return 0;
	chip->plugged = false;
	return PTR_ERR(chip->client);
}

static void unplug(struct chip *chip)
{
	/* Its driver may say farewell on the bus. */
	if (chip->model)
		i2c_unregister_device(chip->client);
	chip->plugged = false;
}

static int plugged_get(void *data, u64 *value)
{
	struct chip *chip = data;

	*value = chip->plugged;
	return 0;
}

/* Tests are the only writers, and they write one after the other. */
static int plugged_set(void *data, u64 value)
{
	struct chip *chip = data;

	if (value == chip->plugged)
		return 0;
	if (value)
		return plug(chip);
	unplug(chip);
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(plugged_fops, plugged_get, plugged_set, "%llu\n");

static int state_show(struct seq_file *file, void *data)
{
	struct chip *chip = file->private;
	unsigned int period, i;

	mutex_lock(&lock);
	period = pca9685_period_ns(&chip->pwm);
	seq_printf(file, "%u\n", period);
	for (i = 0; i < PCA9685_CHANNELS; i++)
		seq_printf(file, "%u\n",
			   period / 4096 * pca9685_pulse(&chip->pwm, i));
	mutex_unlock(&lock);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(state);

static void add_files(struct chip *chip)
{
	struct dentry *directory;
	char name[16];
	int i;

	snprintf(name, sizeof(name), "%02x", chip->address);
	directory = debugfs_create_dir(name, root);
	debugfs_create_bool("silent", 0644, directory, &chip->silent);
	debugfs_create_u32("slow_ms", 0644, directory, &chip->slow_ms);
	debugfs_create_file_unsafe("plugged", 0644, directory, chip, &plugged_fops);
	switch (chip->kind) {
	case ADC:
		for (i = 0; i < ADS1115_INPUTS; i++) {
			snprintf(name, sizeof(name), "input%d_uv", i);
			debugfs_create_u32(name, 0644, directory, &chip->adc.input_uv[i]);
		}
		debugfs_create_u32("conversions", 0444, directory, &chip->adc.conversions);
		break;
	case PWM:
		debugfs_create_file("state", 0444, directory, chip, &state_fops);
		break;
	case EXPANDER:
		debugfs_create_u8("grounded", 0644, directory, &chip->expander.grounded);
		debugfs_create_u8("latch", 0644, directory, &chip->expander.latch);
		break;
	case LIGHT:
		debugfs_create_u32("counts", 0644, directory, &chip->light.counts);
		break;
	case AIR:
		debugfs_create_u32("temperature_raw", 0644, directory,
				   &chip->air.temperature_raw);
		debugfs_create_u32("pressure_raw", 0644, directory,
				   &chip->air.pressure_raw);
		break;
	case POWER:
		debugfs_create_u32("shunt_uv", 0644, directory, &chip->power.shunt_uv);
		debugfs_create_u32("bus_mv", 0644, directory, &chip->power.bus_mv);
		break;
	}
}

static int __init rig_i2c_init(void)
{
	int i, error;

	pdev = platform_device_register_simple("rig-i2c", PLATFORM_DEVID_NONE,
					       NULL, 0);
	if (IS_ERR(pdev))
		return PTR_ERR(pdev);
	/* Supplies that nobody describes are there: bmp280 asks for its own. */
	regulator_has_full_constraints();
	bus.dev.parent = &pdev->dev;
	error = i2c_add_numbered_adapter(&bus);
	if (error) {
		platform_device_unregister(pdev);
		return error;
	}
	root = debugfs_create_dir("rig_i2c", NULL);
	for (i = 0; i < ARRAY_SIZE(chips); i++)
		add_files(&chips[i]);
	return 0;
}

static void __exit rig_i2c_exit(void)
{
	int i;

	debugfs_remove_recursive(root);
	for (i = 0; i < ARRAY_SIZE(chips); i++)
		plugged_set(&chips[i], 0);
	i2c_del_adapter(&bus);
	platform_device_unregister(pdev);
}

module_init(rig_i2c_init);
module_exit(rig_i2c_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("An I2C bus with emulated converters, pulse makers, expanders and sensors");
