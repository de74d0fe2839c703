// SPDX-License-Identifier: GPL-2.0
/*
 * The ADS1115 (data sheet ADS111x, "Register map"). A conversion takes one
 * period of the data rate; until it is over the register holds the one before,
 * whatever the multiplexer says by then. The comparator is left out.
 */
#include <linux/bitfield.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "ads1115.h"

enum { CONVERSION, CONFIG };

#define START		BIT(15)		/* read: 1 when idle */
#define MULTIPLEXER	GENMASK(14, 12)
#define GAIN		GENMASK(11, 9)
#define SINGLE_SHOT	BIT(8)
#define RATE		GENMASK(7, 5)
#define RESET_CONFIG	0x8583

static const unsigned int full_scale_mv[] = {
	6144, 4096, 2048, 1024, 512, 256, 256, 256,
};

static const unsigned int samples_per_second[] = {
	8, 16, 32, 64, 128, 250, 475, 860,
};

/* The positive and the negative input of each setting; -1 is ground. */
static const s8 pairs[][2] = {
	{ 0, 1 }, { 0, 3 }, { 1, 3 }, { 2, 3 }, { 0, -1 }, { 1, -1 }, { 2, -1 }, { 3, -1 },
};

void ads1115_init(struct ads1115 *chip)
{
	memset(chip->reg, 0, sizeof(chip->reg));
	chip->pointer = 0;
	chip->converting = false;
	chip->reg[CONFIG] = RESET_CONFIG;
}

static void begin(struct ads1115 *chip)
{
	unsigned int rate = samples_per_second[FIELD_GET(RATE, chip->reg[CONFIG])];

	chip->converting = true;
	chip->done_at = ktime_add_us(ktime_get(), USEC_PER_SEC / rate);
}

static s16 measure(const struct ads1115 *chip)
{
	unsigned int full = full_scale_mv[FIELD_GET(GAIN, chip->reg[CONFIG])];
	const s8 *pair = pairs[FIELD_GET(MULTIPLEXER, chip->reg[CONFIG])];
	s64 uv = chip->input_uv[pair[0]];

	if (pair[1] >= 0)
		uv -= chip->input_uv[pair[1]];
	return clamp_t(s64, div_s64(uv * 32768, full * 1000), -32768, 32767);
}

/* Takes over a conversion that is done; in continuous mode the next begins. */
static void settle(struct ads1115 *chip)
{
	if (!chip->converting || ktime_before(ktime_get(), chip->done_at))
		return;
	chip->reg[CONVERSION] = measure(chip);
	chip->conversions++;
	chip->converting = false;
	if (!(chip->reg[CONFIG] & SINGLE_SHOT))
		begin(chip);
}

static void configure(struct ads1115 *chip, u16 value)
{
	chip->reg[CONFIG] = value & ~START;
	if (!(value & SINGLE_SHOT) || value & START)
		begin(chip);
}

int ads1115_write(struct ads1115 *chip, const u8 *bytes, unsigned int count)
{
	u16 value;

	if (count == 0)
		return 0;
	settle(chip);
	chip->pointer = bytes[0] & 3;
	if (count == 1)
		return 0;
	if (count != 3)
		return -EIO;
	value = bytes[1] << 8 | bytes[2];
	if (chip->pointer == CONFIG)
		configure(chip, value);
	else if (chip->pointer != CONVERSION)
		chip->reg[chip->pointer] = value;
	return 0;
}

void ads1115_read(struct ads1115 *chip, u8 *bytes, unsigned int count)
{
	unsigned int i;
	u16 value;

	settle(chip);
	value = chip->reg[chip->pointer];
	if (chip->pointer == CONFIG && !chip->converting)
		value |= START;
	for (i = 0; i < count; i++)
		bytes[i] = i % 2 ? value & 0xff : value >> 8;
}
