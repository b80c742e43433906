/** A mistake or a fault that a user can act on: printed without a stack, with what to do next. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: string;
  readonly hint: string | null;

  constructor(code: string, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint ?? null;
  }
}
