/** Environment variables by name, such as those of `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;
