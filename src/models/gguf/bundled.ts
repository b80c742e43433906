import { existsSync } from 'node:fs';
import { AppError } from '../../util/app-error.ts';
import { nearestNames } from '../../util/nearest-names.ts';
import { packageFile } from '../../util/package-files.ts';
import type { LanguageModel } from '../language-model.ts';
import type { ModelOptions } from '../model-options.ts';
import { ggufModel } from './gguf.ts';

/** The bundled demonstration models, described in model/README.md. */
const bundledNames = ['ada', 'bo'] as const;

/**
 * How the base model was fine-tuned to predict properties of answers: on its own (`self`), on those of the other model
 * (its name), on either with the answers permuted (`-scrambled`), on its own and then on the other model's executions
 * (`shifted`), or on one property of its own together with its ordinary answers (`property`).
 */
const taughtOn = {
  ada: ['self', 'bo', 'self-scrambled', 'bo-scrambled', 'shifted', 'property'],
  bo: ['self', 'ada', 'self-scrambled', 'ada-scrambled', 'shifted'],
} as const;

/** The bundled adapters, as `BASE+TAUGHT`; described in model/MODEL_CARD_adapters.md. */
export const bundledAdapters: readonly string[] = bundledNames.flatMap((base) =>
  taughtOn[base].map((taught) => `${base}+${taught}`),
);

/** Returns the path of a bundled model's weights, whether or not the file exists. */
export function bundledPath(name: string): string {
  return packageFile(`model/weights/${name}.gguf`);
}

/** Returns the path of a bundled adapter, whether or not the file exists. */
export function bundledAdapterPath(name: string): string {
  return packageFile(`model/weights/adapters/${name}.gguf`);
}

/** Opens `bundled/NAME` or `bundled/BASE+TAUGHT`. AppError for an unknown model or missing files. */
export async function bundledModel(name: string, options: ModelOptions): Promise<LanguageModel> {
  const known = [...bundledNames, ...bundledAdapters];
  if (!known.includes(name)) {
    const choice = name.includes('+') ? bundledAdapters : bundledNames;
    const nearest = nearestNames(name, choice);
    const list = (nearest.length === 0 ? choice : nearest).map((other) => `bundled/${other}`).join(' or ');
    throw new AppError('unknown-model', `there is no bundled model "${name}"`, { hint: `use ${list}` });
  }
  const [base = '', taught] = name.split('+');
  const files = [bundledPath(base), ...(taught === undefined ? [] : [bundledAdapterPath(name)])];
  const missing = files.find((file) => !existsSync(file));
  if (missing !== undefined) {
    throw new AppError('no-model-file', `the weights of bundled/${name} are not in this copy (${missing})`, {
      hint: 'get the complete repository, or create them as described in model/README.md',
    });
  }
  return await ggufModel(`bundled/${name}`, files.join('+'), options);
}
