/* SPDX-License-Identifier: GPL-2.0 */
/* A DS18B20 thermometer, as the 1-Wire bus sees it: bit by bit. */
#ifndef RIG_DS18B20_H
#define RIG_DS18B20_H

#include <linux/ktime.h>
#include <linux/types.h>

#define DS18B20_FAMILY	0x28

enum ds18b20_fault {
	DS18B20_FINE,
	DS18B20_ABSENT,		/* not on the bus */
	DS18B20_CRC,		/* every scratchpad comes with a wrong checksum */
	DS18B20_POWERON,	/* loses power in each conversion: 85 C */
	DS18B20_WEAK,		/* too little power to convert: 127.94 C */
	DS18B20_STUCK,		/* conversions never end: the old value stays */
	DS18B20_DEAF,		/* misses the command to convert: the same */
};

enum ds18b20_phase {
	DS18B20_IDLE,
	DS18B20_ROM_COMMAND,
	DS18B20_SEARCH,
	DS18B20_MATCH,
	DS18B20_READ_ROM,
	DS18B20_COMMAND,
	DS18B20_WRITE,
	DS18B20_READ,
	DS18B20_BUSY,
	DS18B20_SUPPLY,
};

struct ds18b20 {
	u8 rom[8];
	u8 scratchpad[9];
	u8 eeprom[3];		/* high alarm, low alarm, configuration */

	enum ds18b20_phase phase;
	unsigned int position;	/* of the next bit in this phase */
	u8 shifted;

	bool converting;
	ktime_t busy_until;
	s16 pending;		/* what the conversion under way will give */

	/* What a test sets. */
	int millicelsius;
	enum ds18b20_fault fault;
	u32 bad_crcs;		/* coming readings with a wrong checksum */
	u32 conversion_us;	/* 0: what the data sheet says */

	/* What a test looks at. */
	u32 conversions;
	u32 reads;
};

void ds18b20_init(struct ds18b20 *chip, u64 serial);
void ds18b20_power_on(struct ds18b20 *chip);
/* The bus was reset. Returns whether the chip answers with its presence. */
bool ds18b20_reset(struct ds18b20 *chip);
/* What the chip lets the wire be in this time slot; false pulls it low. */
bool ds18b20_drive(struct ds18b20 *chip);
/* What the wire was in this time slot. */
void ds18b20_sample(struct ds18b20 *chip, bool level);

#endif
