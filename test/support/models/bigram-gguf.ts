/** Builds a GGUF file of the llama architecture whose next token depends only on the last one, by a table. */

const byteTokens = 256;
const special = ['<|bos|>', '<|user|>', '<|assistant|>', '<|system|>', '<|end|>'] as const;
export type Special = (typeof special)[number];

/** Maps a token (a character or a special token) to the tokens that may follow it, with weights. */
export type Bigrams = Readonly<Record<string, Readonly<Record<string, number>>>>;

export const width = byteTokens + 8; // one dimension per token, a multiple of the head size
const heads = 2;
const feedForward = 32;
const valueType = { u32: 4, f32: 6, bool: 7, string: 8, array: 9, i32: 5 } as const;

const bigramTemplate =
  "{{ bos_token }}{% for m in messages %}{{ '<|' + m['role'] + '|>' + m['content'] }}{% if not loop.last or m['role'] != 'assistant' %}{{ '<|end|>' }}{% endif %}{% endfor %}{% if add_generation_prompt %}{{ '<|assistant|>' }}{% endif %}";

/** Returns GPT-2's printable stand-in for a byte. */
function byteCharacter(byte: number): string {
  const printable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
  if (printable) return String.fromCharCode(byte);
  const before = Array.from({ length: byte }, (_, other) => other).filter(
    (other) => !((other >= 33 && other <= 126) || (other >= 161 && other <= 172) || other >= 174),
  );
  return String.fromCharCode(256 + before.length);
}

export function tokenOf(name: string): number {
  const at = (special as readonly string[]).indexOf(name);
  return at === -1 ? name.charCodeAt(0) : byteTokens + at;
}

export class Bytes {
  readonly #parts: Buffer[] = [];

  u32(value: number): this {
    const part = Buffer.alloc(4);
    part.writeUInt32LE(value);
    this.#parts.push(part);
    return this;
  }

  u64(value: number): this {
    const part = Buffer.alloc(8);
    part.writeBigUInt64LE(BigInt(value));
    this.#parts.push(part);
    return this;
  }

  raw(part: Buffer): this {
    this.#parts.push(part);
    return this;
  }

  string(text: string): this {
    const bytes = Buffer.from(text, 'utf8');
    return this.u64(bytes.length).raw(bytes);
  }

  align(): this {
    const length = this.#parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
    return this.raw(Buffer.alloc((32 - (length % 32)) % 32));
  }

  buffer(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

export function floats(values: Float32Array): Buffer {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength);
}

function metadata(contextLength: number, template: string): [number, Buffer] {
  const bytes = new Bytes();
  let entries = 0;
  const entry = (key: string, type: number) => {
    entries += 1;
    return bytes.string(key).u32(type);
  };
  const text = (key: string, value: string) => entry(key, valueType.string).string(value);
  const number = (key: string, value: number) => entry(key, valueType.u32).u32(value);
  const float = (key: string, value: number) => entry(key, valueType.f32).raw(floats(Float32Array.of(value)));
  const flag = (key: string, value: boolean) => entry(key, valueType.bool).raw(Buffer.from([value ? 1 : 0]));
  const names = [
    ...Array.from({ length: byteTokens }, (_, byte) => byteCharacter(byte)),
    ...special,
    'pad1',
    'pad2',
    'pad3',
  ];
  text('general.architecture', 'llama');
  text('general.name', 'bigrams');
  number('llama.context_length', contextLength);
  number('llama.embedding_length', width);
  number('llama.block_count', 1);
  number('llama.feed_forward_length', feedForward);
  number('llama.attention.head_count', heads);
  number('llama.attention.head_count_kv', heads);
  float('llama.attention.layer_norm_rms_epsilon', 1e-5);
  number('llama.rope.dimension_count', width / heads);
  number('llama.vocab_size', width);
  text('tokenizer.ggml.model', 'gpt2');
  text('tokenizer.ggml.pre', 'qwen2');
  entry('tokenizer.ggml.tokens', valueType.array).u32(valueType.string).u64(width);
  for (const name of names) bytes.string(name);
  entry('tokenizer.ggml.token_type', valueType.array).u32(valueType.i32).u64(width);
  for (let token = 0; token < width; token += 1) bytes.u32(token < byteTokens ? 1 : 3);
  entry('tokenizer.ggml.merges', valueType.array).u32(valueType.string).u64(1);
  bytes.string('a a');
  number('tokenizer.ggml.bos_token_id', tokenOf('<|bos|>'));
  number('tokenizer.ggml.eos_token_id', tokenOf('<|end|>'));
  flag('tokenizer.ggml.add_bos_token', true);
  flag('tokenizer.ggml.add_space_prefix', false);
  if (template !== '') text('tokenizer.chat_template', template);
  return [entries, bytes.buffer()];
}

/** Returns one-hot embeddings, layers that add nothing, and the table's log-probabilities as the output matrix. */
function tensors(bigrams: Bigrams): readonly [string, readonly number[], Float32Array][] {
  const embedding = new Float32Array(width * width);
  for (let token = 0; token < width; token += 1) embedding[token * width + token] = 1;
  const output = new Float32Array(width * width).fill(-2);
  const norm = Math.sqrt(width); // length of a one-hot vector after RMS norm
  for (const [from, followers] of Object.entries(bigrams)) {
    const total = Object.values(followers).reduce((sum, weight) => sum + weight, 0);
    for (const [to, weight] of Object.entries(followers)) {
      output[tokenOf(to) * width + tokenOf(from)] = (Math.log(weight / total) + 40) / norm;
    }
  }
  const ones = new Float32Array(width).fill(1);
  const square = () => new Float32Array(width * width);
  const wide = () => new Float32Array(width * feedForward);
  return [
    ['token_embd.weight', [width, width], embedding],
    ['output_norm.weight', [width], ones],
    ['output.weight', [width, width], output],
    ['blk.0.attn_norm.weight', [width], ones],
    ...(['attn_q', 'attn_k', 'attn_v', 'attn_output'] as const).map((name): [string, number[], Float32Array] => [
      `blk.0.${name}.weight`,
      [width, width],
      square(),
    ]),
    ['blk.0.ffn_norm.weight', [width], ones],
    ['blk.0.ffn_gate.weight', [width, feedForward], wide()],
    ['blk.0.ffn_up.weight', [width, feedForward], wide()],
    ['blk.0.ffn_down.weight', [feedForward, width], wide()],
  ];
}

/** Returns the bytes of the file; `template` '' omits the chat template. */
export function bigramGguf(bigrams: Bigrams, { contextLength = 256, template = bigramTemplate } = {}): Buffer {
  const [entries, described] = metadata(contextLength, template);
  const all = tensors(bigrams);
  const header = new Bytes().raw(Buffer.from('GGUF')).u32(3).u64(all.length).u64(entries).raw(described);
  const data = new Bytes();
  let offset = 0;
  for (const [name, shape, values] of all) {
    header.string(name).u32(shape.length);
    for (const size of shape) header.u64(size);
    header.u32(0).u64(offset);
    data.raw(floats(values)).align();
    offset += Math.ceil(values.byteLength / 32) * 32;
  }
  return Buffer.concat([header.align().buffer(), data.buffer()]);
}
