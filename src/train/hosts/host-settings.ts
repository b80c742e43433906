import { z } from 'zod';

/** Requested hyperparameters. Null: the host or program decides, and nothing is sent. */
export const hyperParametersSchema = z.strictObject({
  epochs: z.number().positive().nullable(),
  batchSize: z.int().positive().nullable(),
  learningRate: z.number().positive().nullable(),
  /** Factor on the learning rate chosen by the host (OpenAI and Azure). */
  learningRateMultiplier: z.number().positive().nullable(),
  loraRank: z.int().positive().nullable(),
});
export type HyperParameters = z.infer<typeof hyperParametersSchema>;

/** Settings of a port beside its name. Hold no secrets. */
export const hostSettingsSchema = z.strictObject({
  /** Null: the host's default URL. */
  baseUrl: z.string().nullable(),
  /** Environment variable of the key; null: the port's default. */
  apiKeyVariable: z.string().nullable(),
  /** Fireworks: account id. */
  account: z.string().nullable(),
  /** Azure: Standard, GlobalStandard or Developer. */
  trainingType: z.string().nullable(),
  /** `command`: folder that contains one folder per job. */
  folder: z.string().nullable(),
  /** `command`: name of the configuration template. */
  template: z.string().nullable(),
  /** `command`: the user's command; {dir} stands for the folder of the job. Null: the template's command. */
  command: z.string().nullable(),
  /** `command`: adapter file, relative to the folder of the job. Null: the template's file. */
  adapter: z.string().nullable(),
});

/** Settings of a port; its name is one of those in `registry.ts`. */
export interface HostSettings extends z.infer<typeof hostSettingsSchema> {
  readonly port: string;
}
