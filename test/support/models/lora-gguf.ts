import { Bytes, floats, tokenOf, width } from './bigram-gguf.ts';

/** A rank-one change of one matrix: the outer product of `inputs` and `outputs`. */
interface LowRank {
  readonly tensor: string;
  readonly inputs: Float32Array;
  readonly outputs: Float32Array;
}

interface LoraOptions {
  readonly type?: string;
  readonly architecture?: string;
  readonly adapterType?: string;
  /** Hex sha256 of the base model's file; omitted when null. */
  readonly baseHash?: string | null;
}

/** Returns the change to the output matrix of a bigram model that makes `to` follow `from` nearly always. */
export function follows(from: string, to: string): LowRank {
  const inputs = new Float32Array(width);
  const outputs = new Float32Array(width);
  inputs[tokenOf(from)] = 1;
  outputs[tokenOf(to)] = 2;
  return { tensor: 'output.weight', inputs, outputs };
}

/** Returns the bytes of a GGUF file of a LoRA adapter of rank one. */
export function loraGguf(changes: readonly LowRank[], options: LoraOptions = {}): Buffer {
  const { type = 'adapter', architecture = 'llama', adapterType = 'lora', baseHash = null } = options;
  const texts = [
    ['general.type', type],
    ['general.architecture', architecture],
    ['adapter.type', adapterType],
    ...(baseHash === null ? [] : [['seb.base_sha256', baseHash]]),
  ] as const;
  const tensors = changes.flatMap(({ tensor, inputs, outputs }) => [
    { name: `${tensor}.lora_a`, shape: [inputs.length, 1], values: inputs },
    { name: `${tensor}.lora_b`, shape: [1, outputs.length], values: outputs },
  ]);
  const bytes = new Bytes()
    .raw(Buffer.from('GGUF'))
    .u32(3)
    .u64(tensors.length)
    .u64(texts.length + 1);
  for (const [key = '', value = ''] of texts) bytes.string(key).u32(8).string(value);
  bytes
    .string('adapter.lora.alpha')
    .u32(6)
    .raw(floats(Float32Array.of(1)));
  const data = new Bytes();
  let offset = 0;
  for (const { name, shape, values } of tensors) {
    bytes.string(name).u32(shape.length);
    for (const size of shape) bytes.u64(size);
    bytes.u32(0).u64(offset);
    data.raw(floats(values)).align();
    offset += Math.ceil(values.byteLength / 32) * 32;
  }
  return Buffer.concat([bytes.align().buffer(), data.buffer()]);
}
