import ARDrone

/// The video streams, the radio and the packet itself.
extension NavdataLayout {
    static let watchdog = Self(.init(17, size: 8), "watchdog", I32(4, "watchdog"))

    /// Packed behind a single byte: its integers are at odd offsets.
    static let videoStream = Self(
        .init(19, size: 65), "video_stream",
        U8(4, "quant", in: .one),
        U32(5, "frame_size", in: .bytes),
        U32(9, "frame_number", "atcmd_ref_seq", in: .one),
        U32(17, "atcmd_mean_ref_gap", in: .milliseconds),
        F32(21, "atcmd_var_ref_gap"),
        U32(25, "atcmd_ref_quality", "out_bitrate", "desired_bitrate"),
        I32(37, "data", count: 5),
        U32(57, "tcp_queue_level", "fifo_queue_level"))

    static let hdVideoStream = Self(
        .init(25, size: 32), "hdvideo_stream",
        // 0 queue full, 8 USB key present, 9 recording, 10 key full.
        U32(4, "hdvideo_state", in: .bits),
        U32(8, "storage_fifo_nb_packets", in: .one),
        U32(12, "storage_fifo_size"),
        U32(16, "usbkey_size", "usbkey_freespace", in: .kilobytes),
        U32(24, "frame_number", in: .one),
        U32(28, "usbkey_remaining_time", in: .seconds))

    static let wifi = Self(
        ARDrone.WiFi.id, "wifi", U32(ARDrone.WiFi.linkQuality, "link_quality"))

    static let checksum = Self(
        .init(ARDrone.NavdataFrame.checksumTag, size: 8), "checksum", U32(4, "cks", in: .one))
}
