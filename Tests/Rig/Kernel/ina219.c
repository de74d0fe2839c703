// SPDX-License-Identifier: GPL-2.0
/* An INA219, from its data sheet (SBOS448, sections 8.5 and 8.6). */
#include <linux/bits.h>
#include <linux/string.h>

#include "ina219.h"

#define CONFIGURATION	0
#define SHUNT		1
#define BUS		2
#define POWER		3
#define CURRENT		4
#define CALIBRATION	5

void ina219_init(struct ina219 *chip)
{
	chip->pointer = 0;
	memset(chip->reg, 0, sizeof(chip->reg));
	chip->reg[CONFIGURATION] = 0x399f;
}

/* Steps of 10 uV and of 4 mV; the rest by the calibration (equations 4 and 5). */
static void convert(struct ina219 *chip)
{
	u32 shunt = chip->shunt_uv / 10, bus = chip->bus_mv / 4;
	u32 current_raw = shunt * chip->reg[CALIBRATION] / 4096;

	chip->reg[SHUNT] = shunt;
	chip->reg[BUS] = bus << 3 | BIT(1);
	chip->reg[CURRENT] = current_raw;
	chip->reg[POWER] = current_raw * bus / 5000;
}

void ina219_write(struct ina219 *chip, const u8 *bytes, unsigned int count)
{
	if (count == 0)
		return;
	chip->pointer = bytes[0];
	if (count != 3)
		return;
	if (chip->pointer == CONFIGURATION || chip->pointer == CALIBRATION)
		chip->reg[chip->pointer] = bytes[1] << 8 | bytes[2];
}

void ina219_read(struct ina219 *chip, u8 *bytes, unsigned int count)
{
	unsigned int i;
	u16 value;

	convert(chip);
	value = chip->pointer < INA219_REGISTERS ? chip->reg[chip->pointer] : 0xffff;
	for (i = 0; i < count; i++)
		bytes[i] = i % 2 ? value : value >> 8;
}
