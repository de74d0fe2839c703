import ARDrone

/// The video streams, the radio and the packet itself.
extension NavdataLayout {
    static let watchdog = Self(17, "watchdog", size: 8, [I32("watchdog", 4)])

    /// Packed behind a single byte: its integers are at odd offsets.
    static let videoStream = Self(
        19, "video_stream", size: 65,
        [
            U8("quant", 4, .one),
            U32("frame_size", 5, .bytes),
            U32("frame_number", 9, .one),
            U32("atcmd_ref_seq", 13, .one),
            U32("atcmd_mean_ref_gap", 17, .milliseconds),
            F32("atcmd_var_ref_gap", 21),
            U32("atcmd_ref_quality", 25),
            U32("out_bitrate", 29),
            U32("desired_bitrate", 33),
            I32("data", 37, count: 5),
            U32("tcp_queue_level", 57),
            U32("fifo_queue_level", 61),
        ])

    static let hdVideoStream = Self(
        25, "hdvideo_stream", size: 32,
        [
            // 0 queue full, 8 USB key present, 9 recording, 10 key full.
            U32("hdvideo_state", 4, .bits),
            U32("storage_fifo_nb_packets", 8, .one),
            U32("storage_fifo_size", 12),
            U32("usbkey_size", 16, .kilobytes),
            U32("usbkey_freespace", 20, .kilobytes),
            U32("frame_number", 24, .one),
            U32("usbkey_remaining_time", 28, .seconds),
        ])

    static let wifi = Self(
        ARDrone.WiFi.id, "wifi", [U32("link_quality", ARDrone.WiFi.linkQuality)])

    static let checksum = Self(
        ARDrone.NavdataFrame.checksumTag, "checksum", size: 8, [U32("cks", 4, .one)])
}
