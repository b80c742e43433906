import { AppError } from '../../util/app-error.ts';

/** Returns a base URL normalized, without a trailing slash. AppError for an invalid URL or one that holds a secret. */
export function parseBaseUrl(text: string): string {
  const problem = (what: string, hint: string) => new AppError('bad-base-url', `base URL ${what}`, { hint });
  if (!URL.canParse(text)) {
    const shown = text.includes('@') ? 'that was given' : `"${text}"`; // there may be a password before the @
    throw problem(`${shown} is not a URL`, 'write the full URL, for example http://127.0.0.1:8000/v1');
  }
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw problem(
      `"${url.protocol}//..." is not http or https`,
      'write the full URL, for example http://127.0.0.1:8000/v1',
    );
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw problem(
      `${url.origin}${url.pathname} contains credentials or a query, which would be stored with the run`,
      'remove them, and set --api-key-variable to the environment variable that holds the key',
    );
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
  return `${url.origin}${path}`;
}
