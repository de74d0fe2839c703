// SPDX-License-Identifier: GPL-2.0
/*
 * An SPI bus with two emulated MCP3008: spi0.0 is the kernel's mcp320x, spi0.1
 * is left to user space as /dev/spidev0.1. No chip is plugged in at the start.
 *
 * /sys/kernel/debug/rig_spi/<0 or 1>/
 *   input0..7    steps that each input gives, above 1023: saturated
 *   fail         an errno that every transfer ends with; 0: none does
 *   silent       1: nobody drives its output, which a resistor pulls up
 *   slow_ms      how much longer than the clock every transfer takes
 *   vref_mv      the reference, for the next plugging in; 0: the kernel is not
 *                told of one, as with the Pi's own overlay
 *   plugged      whether the chip's device is there
 *   conversions  counted since the start
 *   speed_hz, mode  of the last transfer
 */
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/device/driver.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/regulator/driver.h>
#include <linux/regulator/machine.h>
#include <linux/spi/spi.h>

#include "mcp3008.h"

struct slot {
	/* NULL: the driver that the model belongs to. */
	const char *driver;
	const char *consumer;

	struct mcp3008 chip;
	struct spi_device *spi;
	struct regulator_dev *vref;
	u32 vref_mv;
	u32 fail;
	u32 slow_ms;
	bool silent;
	u32 speed_hz;
	u32 mode;
};

static struct slot slots[] = {
	{ .consumer = "spi0.0", .vref_mv = 3300 },
	{ .consumer = "spi0.1", .driver = "spidev" },
};
static struct platform_device *pdev;
static struct spi_controller *bus;
static struct dentry *root;

static void exchange(struct slot *slot, const struct spi_transfer *transfer)
{
	const u8 *tx = transfer->tx_buf;
	u8 *rx = transfer->rx_buf;
	unsigned int i;

	slot->speed_hz = transfer->speed_hz;
	for (i = 0; i < transfer->len; i++) {
		u8 out = mcp3008_exchange(&slot->chip, tx ? tx[i] : 0);

		if (rx)
			rx[i] = slot->silent ? 0xff : out;
	}
}

static int transfer_one_message(struct spi_controller *controller,
				struct spi_message *message)
{
	struct slot *slot = &slots[message->spi->chip_select];
	struct spi_transfer *transfer;

	if (slot->slow_ms)
		msleep(slot->slow_ms);
	slot->mode = message->spi->mode;
	mcp3008_select(&slot->chip);
	list_for_each_entry(transfer, &message->transfers, transfer_list) {
		exchange(slot, transfer);
		message->actual_length += transfer->len;
		if (transfer->cs_change)
			mcp3008_select(&slot->chip);
	}
	message->status = -(int)slot->fail;
	spi_finalize_current_message(controller);
	return 0;
}

static int vref_get_voltage(struct regulator_dev *vref)
{
	struct slot *slot = rdev_get_drvdata(vref);

	return slot->vref_mv * 1000;
}

static const struct regulator_ops vref_ops = {
	.get_voltage = vref_get_voltage,
};

static const struct regulator_desc vref_desc = {
	.name = "rig-vref",
	.id = -1,
	.type = REGULATOR_VOLTAGE,
	.owner = THIS_MODULE,
	.ops = &vref_ops,
};

static int add_vref(struct slot *slot)
{
	struct regulator_consumer_supply supply = {
		.dev_name = slot->consumer, .supply = "vref",
	};
	struct regulator_init_data init_data = {
		.num_consumer_supplies = 1, .consumer_supplies = &supply,
	};
	struct regulator_config config = {
		.dev = &pdev->dev, .init_data = &init_data, .driver_data = slot,
	};

	slot->vref = regulator_register(&pdev->dev, &vref_desc, &config);
	return PTR_ERR_OR_ZERO(slot->vref);
}

static void unplug(struct slot *slot)
{
	if (slot->spi)
		spi_unregister_device(slot->spi);
	slot->spi = NULL;
	if (!IS_ERR_OR_NULL(slot->vref))
		regulator_unregister(slot->vref);
	slot->vref = NULL;
}

static int add_device(struct slot *slot)
{
	struct spi_device *spi = spi_alloc_device(bus);
	int error = 0;

	if (!spi)
		return -ENOMEM;
	spi->chip_select = slot - slots;
	spi->max_speed_hz = 1000000;
	strscpy(spi->modalias, "mcp3008", sizeof(spi->modalias));
	/* spidev takes only devices that it is named for. */
	if (slot->driver)
		error = driver_set_override(&spi->dev, &spi->driver_override,
					    slot->driver, strlen(slot->driver));
	if (!error)
		error = spi_add_device(spi);
	if (error) {
		spi_dev_put(spi);
		return error;
	}
	slot->spi = spi;
	return 0;
}

static int plug(struct slot *slot)
{
	int error = slot->vref_mv ? add_vref(slot) : 0;

	if (!error)
		error = add_device(slot);
	if (error)
		unplug(slot);
	return error;
}

static int plugged_get(void *data, u64 *value)
{
	struct slot *slot = data;

	*value = !!slot->spi;
	return 0;
}

/* Tests are the only writers, and they write one after the other. */
static int plugged_set(void *data, u64 value)
{
	struct slot *slot = data;

	if (!value)
		unplug(slot);
	else if (!slot->spi)
		return plug(slot);
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(plugged_fops, plugged_get, plugged_set, "%llu\n");

static void add_files(struct slot *slot)
{
	struct dentry *directory;
	char name[16];
	int i;

	snprintf(name, sizeof(name), "%td", slot - slots);
	directory = debugfs_create_dir(name, root);
	for (i = 0; i < MCP3008_CHANNELS; i++) {
		snprintf(name, sizeof(name), "input%d", i);
		debugfs_create_u16(name, 0644, directory, &slot->chip.input[i]);
	}
	debugfs_create_u32("fail", 0644, directory, &slot->fail);
	debugfs_create_u32("slow_ms", 0644, directory, &slot->slow_ms);
	debugfs_create_bool("silent", 0644, directory, &slot->silent);
	debugfs_create_u32("vref_mv", 0644, directory, &slot->vref_mv);
	debugfs_create_u32("conversions", 0444, directory, &slot->chip.conversions);
	debugfs_create_u32("speed_hz", 0444, directory, &slot->speed_hz);
	debugfs_create_u32("mode", 0444, directory, &slot->mode);
	debugfs_create_file_unsafe("plugged", 0644, directory, slot, &plugged_fops);
}

static int __init rig_spi_init(void)
{
	int i, error;

	/* As with a device tree: a supply that nobody names is a dummy. */
	regulator_has_full_constraints();
	pdev = platform_device_register_simple("rig-spi", PLATFORM_DEVID_NONE,
					       NULL, 0);
	if (IS_ERR(pdev))
		return PTR_ERR(pdev);
	error = -ENOMEM;
	bus = spi_alloc_master(&pdev->dev, 0);
	if (!bus)
		goto undo_device;
	bus->bus_num = 0;
	bus->num_chipselect = ARRAY_SIZE(slots);
	bus->mode_bits = SPI_CPOL | SPI_CPHA;
	bus->transfer_one_message = transfer_one_message;
	error = spi_register_controller(bus);
	if (error) {
		spi_controller_put(bus);
		goto undo_device;
	}
	root = debugfs_create_dir("rig_spi", NULL);
	for (i = 0; i < ARRAY_SIZE(slots); i++)
		add_files(&slots[i]);
	return 0;

undo_device:
	platform_device_unregister(pdev);
	return error;
}

static void __exit rig_spi_exit(void)
{
	int i;

	debugfs_remove_recursive(root);
	for (i = 0; i < ARRAY_SIZE(slots); i++)
		unplug(&slots[i]);
	spi_unregister_controller(bus);
	platform_device_unregister(pdev);
}

module_init(rig_spi_init);
module_exit(rig_spi_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("An SPI bus with emulated MCP3008 converters");
