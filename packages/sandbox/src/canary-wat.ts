const words = (text: string) =>
  [...Buffer.from(text)].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('');

/**
 * A WASI program that opens a path through every preopened directory and prints REACHED with the content; then it asks
 * for a socket.
 */
export const wasmReachingProgram = (path: string): string => `(module
  (import "wasi_snapshot_preview1" "path_open" (func $open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "sock_accept" (func $accept (param i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 1024) "${words(path)}")
  (data (i32.const 512) "REACHED ")
  (func $try (param $directory i32) (param $start i32) (param $length i32)
    (if (i32.eqz (call $open (local.get $directory) (i32.const 1) (local.get $start) (local.get $length)
        (i32.const 0) (i64.const 2) (i64.const 0) (i32.const 0) (i32.const 0)))
      (then
        (i32.store (i32.const 16) (i32.const 8192)) (i32.store (i32.const 20) (i32.const 4096))
        (drop (call $read (i32.load (i32.const 0)) (i32.const 16) (i32.const 1) (i32.const 24)))
        (i32.store (i32.const 32) (i32.const 512)) (i32.store (i32.const 36) (i32.const 8))
        (i32.store (i32.const 40) (i32.const 8192)) (i32.store (i32.const 44) (i32.load (i32.const 24)))
        (drop (call $write (i32.const 1) (i32.const 32) (i32.const 2) (i32.const 28))))))
  (func (export "_start") (local $directory i32)
    (loop $directories
      (call $try (local.get $directory) (i32.const 1024) (i32.const ${String(Buffer.byteLength(path))}))
      (call $try (local.get $directory) (i32.const 1025) (i32.const ${String(Buffer.byteLength(path) - 1)}))
      (local.set $directory (i32.add (local.get $directory) (i32.const 1)))
      (br_if $directories (i32.lt_u (local.get $directory) (i32.const 16))))
    (if (i32.eqz (call $accept (i32.const 3) (i32.const 0) (i32.const 0)))
      (then
        (i32.store (i32.const 32) (i32.const 512)) (i32.store (i32.const 36) (i32.const 8))
        (drop (call $write (i32.const 1) (i32.const 32) (i32.const 1) (i32.const 28)))))))`;
