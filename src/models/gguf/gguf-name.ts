import { AppError } from '../../util/app-error.ts';

/** A LoRA adapter to apply to a model file. */
export interface AdapterChoice {
  readonly path: string;
  /** Factor of its change to the weights; 1 is the trained strength. */
  readonly scale: number;
}

/** The files that a name after `gguf/` refers to. */
interface GgufChoice {
  readonly base: string;
  readonly adapter: AdapterChoice | null;
}

const hint = 'write gguf/BASE.gguf+ADAPTER.gguf or gguf/BASE.gguf+ADAPTER.gguf@SCALE, for example ...@0.5';

/** Parses `base.gguf`, `base.gguf+adapter.gguf` or `base.gguf+adapter.gguf@scale`. AppError for any other form. */
export function parseGgufName(text: string): GgufChoice {
  const parts = text.split(/(?<=\.gguf)\+/i);
  const [base = '', adapter] = parts;
  if (adapter === undefined) return { base, adapter: null };
  if (parts.length > 2) throw new AppError('bad-adapter', `gguf/${text} names more than one adapter`, { hint });
  const [, path = '', scale = '1'] = /^(.*?\.gguf)(?:@([^/]*))?$/i.exec(adapter) ?? [];
  if (path === '') throw new AppError('bad-adapter', `"${adapter}" is not the path to a GGUF file`, { hint });
  if (!/^-?\d{1,6}(\.\d{1,9})?$/.test(scale)) {
    throw new AppError('bad-adapter', `the scale "${scale}" of the adapter ${path} is not a number`, { hint });
  }
  return { base, adapter: { path, scale: Number(scale) } };
}
