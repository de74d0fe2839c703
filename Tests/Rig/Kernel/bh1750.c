// SPDX-License-Identifier: GPL-2.0
/*
 * A BH1750 light sensor, from its data sheet ("Instruction Set Architecture").
 * How long a measurement takes is not modelled.
 */
#include <linux/bits.h>
#include <linux/kernel.h>

#include "bh1750.h"

#define RESET			0x07
#define USUAL_SENSITIVITY	69

void bh1750_init(struct bh1750 *chip)
{
	chip->sensitivity = USUAL_SENSITIVITY;
	chip->result = 0;
}

static void obey(struct bh1750 *chip, u8 command)
{
	if (command == RESET)
		chip->result = 0;
	else if ((command & 0xf8) == 0x40)
		chip->sensitivity = (chip->sensitivity & 0x1f) | command << 5;
	else if ((command & 0xe0) == 0x60)
		chip->sensitivity = (chip->sensitivity & 0xe0) | (command & 0x1f);
	else if (command & (BIT(4) | BIT(5)))
		/* Any of its measurements, once or again and again. */
		chip->result = min_t(u32, U16_MAX, chip->counts *
				     chip->sensitivity / USUAL_SENSITIVITY);
}

void bh1750_write(struct bh1750 *chip, const u8 *bytes, unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count; i++)
		obey(chip, bytes[i]);
}

void bh1750_read(const struct bh1750 *chip, u8 *bytes, unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count; i++)
		bytes[i] = i % 2 ? chip->result : chip->result >> 8;
}
