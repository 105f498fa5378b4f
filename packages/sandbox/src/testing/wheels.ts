import wabtFactory from 'wabt';
import yazl from 'yazl';

/** An archive of these files by name. */
export const zipOf = async (files: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> => {
  const archive = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files)) archive.addBuffer(Buffer.from(content), name);
  archive.end();
  const chunks: Buffer[] = [];
  for await (const chunk of archive.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** A wheel in the format of pip. */
export const wheelOf = (name: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> =>
  zipOf({
    ...files,
    [`${name}-1.0.dist-info/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0\n`,
    [`${name}-1.0.dist-info/WHEEL`]: 'Wheel-Version: 1.0\n',
    [`${name}-1.0.dist-info/RECORD`]: '',
  });

export const moduleSuffix = '.cpython-314-wasm32-emscripten.so';

const definitionBytes = 96;
const apiVersion = 1013;

/** A compiled Python module that contains only its name; the bytes that a compiler makes of the definition in C. */
export const compiledModule = async (name: string): Promise<Uint8Array> => {
  const wabt = await wabtFactory();
  const source = `(module
    (import "env" "memory" (memory 0))
    (import "env" "__memory_base" (global $base i32))
    (import "env" "__table_base" (global $table i32))
    (import "env" "__indirect_function_table" (table 0 funcref))
    (import "env" "PyModule_Create2" (func $create (param i32 i32) (result i32)))
    (func (export "__wasm_call_ctors"))
    (func (export "PyInit_${name}") (result i32)
      (i32.store offset=20 (global.get $base) (i32.add (global.get $base) (i32.const 64)))
      (i32.store offset=28 (global.get $base) (i32.const -1))
      (call $create (global.get $base) (i32.const ${String(apiVersion)})))
    (data (global.get $base) "\\01${'\\00'.repeat(63)}${name}\\00"))`;
  const binary = wabt.parseWat(name, source).toBinary({}).buffer;
  // The first section for a dynamic linker: the size and alignment of the memory.
  const memory = [definitionBytes, 4, 0, 0];
  const dylink = [8, ...Buffer.from('dylink.0'), 1, memory.length, ...memory];
  return Buffer.concat([binary.subarray(0, 8), Buffer.from([0, dylink.length, ...dylink]), binary.subarray(8)]);
};
