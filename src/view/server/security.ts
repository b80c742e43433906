import { timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { sha256 } from '../../util/canonical-json.ts';

/** Content security policy: the page may load its own files, nothing inline and nothing from elsewhere. */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Sets the headers that isolate the page from other sites. */
export const pageHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  context.header('Content-Security-Policy', contentPolicy);
  context.header('X-Content-Type-Options', 'nosniff');
  context.header('X-Frame-Options', 'DENY');
  context.header('Referrer-Policy', 'no-referrer');
  context.header('Cross-Origin-Opener-Policy', 'same-origin');
  context.header('Cross-Origin-Resource-Policy', 'same-origin');
  context.header('Cache-Control', 'no-store');
};

/** Host names under which this server accepts requests; null: every name, because requests need a token. */
export type AllowedHosts = ReadonlySet<string> | null;

/** Refuses requests that another site triggered, or that reached this server under another name (DNS rebinding). */
export function sameOriginOnly(hosts: () => AllowedHosts): MiddlewareHandler {
  return async (context, next) => {
    const host = context.req.header('host') ?? '';
    const allowed = hosts();
    if (allowed !== null && !allowed.has(host.toLowerCase())) return context.text('unknown host', 403);
    const origin = context.req.header('origin');
    if (origin !== undefined && origin !== `http://${host}`) return context.text('other origin', 403);
    const site = context.req.header('sec-fetch-site');
    if (site === 'cross-site' || site === 'same-site') {
      // following a link to the page is allowed
      const isNavigation = context.req.header('sec-fetch-mode') === 'navigate' && context.req.path === '/';
      if (!isNavigation) return context.text('other site', 403);
    }
    const changes = context.req.method !== 'GET' && context.req.method !== 'HEAD';
    if (changes && origin === undefined) return context.text('origin missing', 403);
    return await next();
  };
}

const cookieName = 'seb-token';

/** Requires a token: once in the URL (it then becomes a cookie), or as a bearer token. */
export function tokenOnly(token: string): MiddlewareHandler {
  const isToken = (given: string | undefined) => given !== undefined && isSame(given, token);
  return async (context, next) => {
    const inAddress = context.req.query('token');
    if (context.req.path === '/' && inAddress !== undefined) {
      if (!isToken(inAddress)) return context.text('wrong token', 401);
      setCookie(context, cookieName, token, { httpOnly: true, sameSite: 'Strict', path: '/' });
      return context.redirect('/');
    }
    const bearer = context.req.header('authorization')?.replace(/^Bearer /i, '');
    if (isToken(getCookie(context, cookieName)) || isToken(bearer)) return await next();
    deleteCookie(context, cookieName, { path: '/' });
    return context.text('missing token: open the address that `seb view` printed', 401);
  };
}

/** Compares in constant time. */
function isSame(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(a)), Buffer.from(sha256(b)));
}
