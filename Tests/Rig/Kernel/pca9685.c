// SPDX-License-Identifier: GPL-2.0
/* The registers of the PCA9685 (data sheet, table 4). */
#include <linux/bits.h>
#include <linux/string.h>

#include "pca9685.h"

#define MODE1		0x00
#define MODE2		0x01
#define LED0		0x06
#define ALL_LED		0xfa
#define PRESCALE	0xfe

#define SLEEP		BIT(4)
#define AUTO_INCREMENT	BIT(5)
#define FULL		BIT(12)
#define COUNTS		4096

void pca9685_init(struct pca9685 *chip)
{
	unsigned int channel;

	memset(chip->reg, 0, sizeof(chip->reg));
	chip->pointer = 0;
	chip->reg[MODE1] = 0x11;
	chip->reg[MODE2] = 0x04;
	chip->reg[PRESCALE] = 0x1e;
	for (channel = 0; channel < PCA9685_CHANNELS; channel++)
		chip->reg[LED0 + 4 * channel + 3] = 0x10;	/* full off */
}

static void set(struct pca9685 *chip, u8 number, u8 value)
{
	unsigned int channel;

	/* The oscillator must be off for the prescaler to change. */
	if (number == PRESCALE && !(chip->reg[MODE1] & SLEEP))
		return;
	chip->reg[number] = value;
	if (number < ALL_LED || number >= ALL_LED + 4)
		return;
	for (channel = 0; channel < PCA9685_CHANNELS; channel++)
		chip->reg[LED0 + 4 * channel + number - ALL_LED] = value;
}

static void advance(struct pca9685 *chip)
{
	if (chip->reg[MODE1] & AUTO_INCREMENT)
		chip->pointer++;
}

void pca9685_write(struct pca9685 *chip, const u8 *bytes, unsigned int count)
{
	unsigned int i;

	if (count == 0)
		return;
	chip->pointer = bytes[0];
	for (i = 1; i < count; i++) {
		set(chip, chip->pointer, bytes[i]);
		advance(chip);
	}
}

void pca9685_read(struct pca9685 *chip, u8 *bytes, unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count; i++) {
		bytes[i] = chip->reg[chip->pointer];
		advance(chip);
	}
}

unsigned int pca9685_pulse(const struct pca9685 *chip, unsigned int channel)
{
	const u8 *reg = &chip->reg[LED0 + 4 * channel];
	unsigned int on = reg[0] | reg[1] << 8;
	unsigned int off = reg[2] | reg[3] << 8;

	/* Full off wins over full on. */
	if (off & FULL)
		return 0;
	if (on & FULL)
		return COUNTS;
	return (off - on) % COUNTS;
}

unsigned int pca9685_period_ns(const struct pca9685 *chip)
{
	if (chip->reg[MODE1] & SLEEP)
		return 0;
	return (chip->reg[PRESCALE] + 1) * COUNTS * 40;
}
