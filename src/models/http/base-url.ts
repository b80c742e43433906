import { AppError } from '../../util/app-error.ts';

/** A base URL in one spelling, without a trailing slash; throws an AppError for one that cannot be or that holds a secret. */
export function parseBaseUrl(text: string): string {
  const problem = (what: string, hint: string) => new AppError('bad-base-url', `base URL ${what}`, { hint });
  if (!URL.canParse(text)) {
    const shown = text.includes('@') ? 'that was given' : `"${text}"`; // there may be a password before the @
    throw problem(`${shown} is no URL`, 'write it in full, for example http://127.0.0.1:8000/v1');
  }
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw problem(
      `"${url.protocol}//..." is not http or https`,
      'write it in full, for example http://127.0.0.1:8000/v1',
    );
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw problem(
      `${url.origin}${url.pathname} comes with credentials or a query, which would be stored with the run`,
      'leave them out and name the environment variable of the key with --api-key-variable',
    );
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
  return `${url.origin}${path}`;
}
