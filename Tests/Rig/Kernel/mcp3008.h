/* SPDX-License-Identifier: GPL-2.0 */
/* An MCP3008 converter, as its SPI wires see it: clock by clock. */
#ifndef RIG_MCP3008_H
#define RIG_MCP3008_H

#include <linux/types.h>

#define MCP3008_CHANNELS	8
#define MCP3008_FULL_SCALE	1023

struct mcp3008 {
	u16 input[MCP3008_CHANNELS];	/* in steps, above full scale: saturated */
	u32 conversions;

	unsigned int clocks;		/* since the start bit; 0: not seen yet */
	u8 command;			/* single-ended, then the channel */
	u16 result;
};

/* Chip select has fallen. */
void mcp3008_select(struct mcp3008 *chip);
/* Eight clocks: what goes in, what comes out. */
u8 mcp3008_exchange(struct mcp3008 *chip, u8 in);

#endif
