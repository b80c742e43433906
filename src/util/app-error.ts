import type { AppErrorCode } from './error-codes.ts';

/** An error that the user can act on. It is printed without a stack trace, together with what to do next. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: AppErrorCode;
  readonly hint: string | null;

  constructor(code: AppErrorCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint ?? null;
  }
}
