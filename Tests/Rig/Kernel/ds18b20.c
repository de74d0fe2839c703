// SPDX-License-Identifier: GPL-2.0
/*
 * The DS18B20 as a state machine clocked by time slots (data sheet DS18B20,
 * "1-Wire bus system" and "Memory"). The kernel's own w1 core and w1_therm run
 * unmodified against it, with their searches, checksums and retries.
 */
#include <linux/bitops.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include <linux/w1.h>

#include "ds18b20.h"

#define RECALL_EEPROM	0xb8

#define POWER_ON_VALUE	0x0550	/* 85 C */
#define WEAK_VALUE	0x07ff	/* 127.94 C */
/* Byte 6 until a conversion has been completed; w1_therm goes by it, too. */
#define NEVER_CONVERTED	0x0c

static void seal(struct ds18b20 *chip)
{
	chip->scratchpad[8] = w1_calc_crc8(chip->scratchpad, 8);
}

static void set_value(struct ds18b20 *chip, s16 sixteenths, u8 byte6)
{
	chip->scratchpad[0] = sixteenths & 0xff;
	chip->scratchpad[1] = sixteenths >> 8;
	chip->scratchpad[6] = byte6;
	seal(chip);
}

static void recall_eeprom(struct ds18b20 *chip)
{
	memcpy(chip->scratchpad + 2, chip->eeprom, sizeof(chip->eeprom));
	seal(chip);
}

static unsigned int resolution(const struct ds18b20 *chip)
{
	return 9 + ((chip->scratchpad[4] >> 5) & 3);
}

void ds18b20_power_on(struct ds18b20 *chip)
{
	recall_eeprom(chip);
	chip->scratchpad[5] = 0xff;
	chip->scratchpad[7] = 0x10;
	chip->converting = false;
	chip->busy_until = 0;
	set_value(chip, POWER_ON_VALUE, NEVER_CONVERTED);
}

void ds18b20_init(struct ds18b20 *chip, u64 serial)
{
	int byte;

	chip->rom[0] = DS18B20_FAMILY;
	for (byte = 0; byte < 6; byte++)
		chip->rom[1 + byte] = serial >> (8 * byte);
	chip->rom[7] = w1_calc_crc8(chip->rom, 7);
	chip->eeprom[0] = 75;
	chip->eeprom[1] = 70;
	chip->eeprom[2] = 0x7f;		/* 12 bits, as it leaves the works */
	chip->millicelsius = 20000;
	ds18b20_power_on(chip);
}

/* Whether it converts or copies still; takes over a conversion that is done. */
static bool is_busy(struct ds18b20 *chip)
{
	if (chip->converting && chip->fault == DS18B20_STUCK)
		return true;
	if (ktime_before(ktime_get(), chip->busy_until))
		return true;
	if (chip->converting) {
		chip->converting = false;
		/* Seen on real chips; the data sheet calls byte 6 reserved. */
		set_value(chip, chip->pending, 0x10 - (chip->pending & 0xf));
	}
	return false;
}

static void convert(struct ds18b20 *chip)
{
	unsigned int bits = resolution(chip);
	u32 us = chip->conversion_us ?: 93750u << (bits - 9);
	int value = clamp(chip->millicelsius, -55000, 125000);

	if (chip->fault == DS18B20_DEAF)
		return;
	chip->conversions++;
	if (chip->fault == DS18B20_POWERON) {
		ds18b20_power_on(chip);
	} else if (chip->fault == DS18B20_WEAK) {
		set_value(chip, WEAK_VALUE, NEVER_CONVERTED);
	} else {
		value = DIV_ROUND_CLOSEST(value * 16, 1000);
		/* Data sheet: undefined below the resolution. Not zero here. */
		chip->pending = value | ((1 << (12 - bits)) - 1);
		chip->busy_until = ktime_add_us(ktime_get(), us);
		chip->converting = true;
	}
}

static void begin_reading(struct ds18b20 *chip)
{
	is_busy(chip);
	seal(chip);
	chip->reads++;
	if (chip->fault == DS18B20_CRC || chip->bad_crcs)
		chip->scratchpad[8] ^= 0x5a;
	if (chip->bad_crcs)
		chip->bad_crcs--;
}

static enum ds18b20_phase obey(struct ds18b20 *chip, u8 command)
{
	switch (command) {
	case W1_CONVERT_TEMP:
		convert(chip);
		return DS18B20_BUSY;
	case W1_READ_SCRATCHPAD:
		begin_reading(chip);
		return DS18B20_READ;
	case W1_WRITE_SCRATCHPAD:
		return DS18B20_WRITE;
	case W1_COPY_SCRATCHPAD:
		memcpy(chip->eeprom, chip->scratchpad + 2, sizeof(chip->eeprom));
		chip->busy_until = ktime_add_ms(ktime_get(), 10);
		return DS18B20_BUSY;
	case RECALL_EEPROM:
		recall_eeprom(chip);
		return DS18B20_BUSY;
	case W1_READ_PSUPPLY:
		return DS18B20_SUPPLY;
	default:
		return DS18B20_IDLE;
	}
}

/* The alarms hold whole degrees with a sign. */
static bool has_alarm(const struct ds18b20 *chip)
{
	s16 value = chip->scratchpad[1] << 8 | chip->scratchpad[0];
	int degrees = value >> 4;

	return degrees >= (s8)chip->scratchpad[2] ||
	       degrees <= (s8)chip->scratchpad[3];
}

static enum ds18b20_phase obey_rom(struct ds18b20 *chip, u8 command)
{
	switch (command) {
	case W1_SEARCH:
		return DS18B20_SEARCH;
	case W1_ALARM_SEARCH:
		return has_alarm(chip) ? DS18B20_SEARCH : DS18B20_IDLE;
	case W1_MATCH_ROM:
		return DS18B20_MATCH;
	case W1_READ_ROM:
		return DS18B20_READ_ROM;
	case W1_SKIP_ROM:
		return DS18B20_COMMAND;
	default:
		return DS18B20_IDLE;
	}
}

static void enter(struct ds18b20 *chip, enum ds18b20_phase phase)
{
	chip->phase = phase;
	chip->position = 0;
	chip->shifted = 0;
}

bool ds18b20_reset(struct ds18b20 *chip)
{
	if (chip->fault == DS18B20_ABSENT) {
		enter(chip, DS18B20_IDLE);
		return false;
	}
	is_busy(chip);
	enter(chip, DS18B20_ROM_COMMAND);
	return true;
}

static bool bit_of(const u8 *bytes, unsigned int number)
{
	return bytes[number / 8] >> (number % 8) & 1;
}

bool ds18b20_drive(struct ds18b20 *chip)
{
	switch (chip->phase) {
	case DS18B20_SEARCH:
		/* The bit, its complement, then the master's choice. */
		if (chip->position % 3 == 0)
			return bit_of(chip->rom, chip->position / 3);
		if (chip->position % 3 == 1)
			return !bit_of(chip->rom, chip->position / 3);
		return true;
	case DS18B20_READ_ROM:
		return bit_of(chip->rom, chip->position);
	case DS18B20_READ:
		return chip->position >= 72 ||
		       bit_of(chip->scratchpad, chip->position);
	case DS18B20_BUSY:
		return !is_busy(chip);
	default:
		return true;
	}
}

/* Takes a bit of a command byte, lowest first. Returns whether it is whole. */
static bool shift_in(struct ds18b20 *chip, unsigned int position, bool level)
{
	chip->shifted |= level << (position % 8);
	return position % 8 == 7;
}

static void sample_search(struct ds18b20 *chip, unsigned int position, bool level)
{
	if (position % 3 != 2)
		return;
	if (level != bit_of(chip->rom, position / 3))
		enter(chip, DS18B20_IDLE);
	else if (position / 3 == 63)
		enter(chip, DS18B20_COMMAND);
}

static void sample_write(struct ds18b20 *chip, unsigned int position, bool level)
{
	unsigned int byte = position / 8;

	if (!shift_in(chip, position, level))
		return;
	/* Of the configuration only the two bits of the resolution are writable. */
	if (byte == 2)
		chip->shifted = (chip->shifted & 0x60) | 0x1f;
	chip->scratchpad[2 + byte] = chip->shifted;
	chip->shifted = 0;
	if (byte == 2) {
		seal(chip);
		enter(chip, DS18B20_IDLE);
	}
}

void ds18b20_sample(struct ds18b20 *chip, bool level)
{
	unsigned int position = chip->position++;

	switch (chip->phase) {
	case DS18B20_ROM_COMMAND:
		if (shift_in(chip, position, level))
			enter(chip, obey_rom(chip, chip->shifted));
		break;
	case DS18B20_COMMAND:
		if (shift_in(chip, position, level))
			enter(chip, obey(chip, chip->shifted));
		break;
	case DS18B20_SEARCH:
		sample_search(chip, position, level);
		break;
	case DS18B20_MATCH:
		if (level != bit_of(chip->rom, position))
			enter(chip, DS18B20_IDLE);
		else if (position == 63)
			enter(chip, DS18B20_COMMAND);
		break;
	case DS18B20_READ_ROM:
		if (position == 63)
			enter(chip, DS18B20_COMMAND);
		break;
	case DS18B20_WRITE:
		sample_write(chip, position, level);
		break;
	default:
		break;
	}
}
