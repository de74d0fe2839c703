// SPDX-License-Identifier: GPL-2.0
/*
 * A BMP280, from its data sheet (BST-BMP280-DS001). It has the calibration and,
 * until told otherwise, the measurement of the data sheet's own example
 * (section 3.12): 25.08 degrees Celsius and 100653.27 Pa.
 */
#include <linux/bits.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "bmp280.h"

#define CALIBRATION	0x88
#define ID		0xd0
#define CTRL_MEAS	0xf4
#define PRESSURE	0xf7
#define TEMPERATURE	0xfa

#define MODE		GENMASK(1, 0)
#define NOT_MEASURED	0x80000

static const u16 calibration[] = {
	27504, 26435, (u16)-1000,
	36477, (u16)-10685, 3024, 2855, 140, (u16)-7, 15500, (u16)-14600, 6000,
};

void bmp280_init(struct bmp280 *chip)
{
	int i;

	memset(chip, 0, sizeof(*chip));
	chip->temperature_raw = 519888;
	chip->pressure_raw = 415148;
	chip->reg[ID] = 0x58;
	for (i = 0; i < ARRAY_SIZE(calibration); i++) {
		chip->reg[CALIBRATION + 2 * i] = calibration[i];
		chip->reg[CALIBRATION + 2 * i + 1] = calibration[i] >> 8;
	}
}

static void convert(struct bmp280 *chip, u8 number, u32 raw)
{
	if (!(chip->reg[CTRL_MEAS] & MODE))
		raw = NOT_MEASURED;
	chip->reg[number] = raw >> 12;
	chip->reg[number + 1] = raw >> 4;
	chip->reg[number + 2] = raw << 4;
}

/* Pairs of a register and its value. */
void bmp280_write(struct bmp280 *chip, const u8 *bytes, unsigned int count)
{
	unsigned int i;

	if (count > 0)
		chip->pointer = bytes[0];
	for (i = 1; i < count; i += 2)
		chip->reg[bytes[i - 1]] = bytes[i];
}

void bmp280_read(struct bmp280 *chip, u8 *bytes, unsigned int count)
{
	unsigned int i;

	convert(chip, PRESSURE, chip->pressure_raw);
	convert(chip, TEMPERATURE, chip->temperature_raw);
	for (i = 0; i < count; i++)
		bytes[i] = chip->reg[chip->pointer++];
}
