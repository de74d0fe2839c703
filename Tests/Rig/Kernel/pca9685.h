/* SPDX-License-Identifier: GPL-2.0 */
/* A PCA9685 with its 16 channels of pulses: the registers. */
#ifndef RIG_PCA9685_H
#define RIG_PCA9685_H

#include <linux/types.h>

#define PCA9685_CHANNELS	16

struct pca9685 {
	u8 pointer;
	u8 reg[256];
};

void pca9685_init(struct pca9685 *chip);
void pca9685_write(struct pca9685 *chip, const u8 *bytes, unsigned int count);
void pca9685_read(struct pca9685 *chip, u8 *bytes, unsigned int count);
/* How long a channel's pulse is, in 1/4096 of a period: 0 is off. */
unsigned int pca9685_pulse(const struct pca9685 *chip, unsigned int channel);
/* The period at the chip's own 25 MHz, in nanoseconds; 0 while it sleeps. */
unsigned int pca9685_period_ns(const struct pca9685 *chip);

#endif
