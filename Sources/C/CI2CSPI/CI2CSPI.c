#include "CI2CSPI.h"

#include <errno.h>
#include <sys/ioctl.h>

#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <linux/spi/spidev.h>

static int32_t roost_bus_error(void) {
    return errno > 0 ? -errno : -EIO;
}

int32_t roost_spi_set_mode(int fd, uint8_t mode) {
    return ioctl(fd, SPI_IOC_WR_MODE, &mode) < 0 ? roost_bus_error() : 0;
}

int32_t roost_spi_transfer(
    int fd, uint32_t speed_hz, const uint8_t *out, uint8_t *in, uint32_t length) {
    if (length == 0 || length > ROOST_BUS_LONGEST) return -EMSGSIZE;
    // Not an initialiser list: fields that are added to the structure later must be zero.
    struct spi_ioc_transfer transfer = {0};
    transfer.tx_buf = (uint64_t)(uintptr_t)out;
    transfer.rx_buf = (uint64_t)(uintptr_t)in;
    transfer.len = length;
    transfer.speed_hz = speed_hz;
    transfer.bits_per_word = 8;
    int count = ioctl(fd, SPI_IOC_MESSAGE(1), &transfer);
    if (count < 0) return roost_bus_error();
    return (uint32_t)count == length ? 0 : -EIO;
}

int32_t roost_i2c_claim(int fd, uint16_t address) {
    return ioctl(fd, I2C_SLAVE, (unsigned long)address) < 0 ? roost_bus_error() : 0;
}

int32_t roost_i2c_transfer(
    int fd, uint16_t address, const uint8_t *out, uint16_t out_length, uint8_t *in,
    uint16_t in_length) {
    if (out_length > ROOST_BUS_LONGEST || in_length > ROOST_BUS_LONGEST) return -EMSGSIZE;
    struct i2c_msg messages[2];
    uint32_t count = 0;
    if (out_length > 0)
        messages[count++] = (struct i2c_msg){
            .addr = address, .flags = 0, .len = out_length, .buf = (uint8_t *)(uintptr_t)out};
    if (in_length > 0)
        messages[count++] = (struct i2c_msg){
            .addr = address, .flags = I2C_M_RD, .len = in_length, .buf = in};
    if (count == 0) return -EMSGSIZE;
    struct i2c_rdwr_ioctl_data all = {.msgs = messages, .nmsgs = count};
    int done = ioctl(fd, I2C_RDWR, &all);
    if (done < 0) return roost_bus_error();
    return (uint32_t)done == count ? 0 : -EIO;
}
