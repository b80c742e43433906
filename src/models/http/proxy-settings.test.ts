import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startConnectProxy } from '../../../test/support/models/connect-proxy.ts';
import { deadUrl, type LoopbackServer, loopbackServer } from '../../../test/support/models/loopback-server.ts';
import { openAiWire, replies } from '../../../test/support/models/wire.ts';
import { probeModel } from '../probe.ts';
import { proxySettings, unreadProxyVariable } from './proxy-settings.ts';

describe('proxySettings', () => {
  it.each([
    ['proxy.example:8080', 'http://proxy.example:8080/'],
    ['localhost:8080', 'http://localhost:8080/'],
    ['10.0.0.1:3128', 'http://10.0.0.1:3128/'],
    ['[::1]:8080', 'http://[::1]:8080/'],
    ['proxy.example', 'http://proxy.example/'],
    ['proxy.example:8080/', 'http://proxy.example:8080/'],
    ['//proxy.example:8080', 'http://proxy.example:8080/'],
    ['  http://proxy.example:3128\t', 'http://proxy.example:3128/'],
    ['HTTP://proxy.example:3128', 'http://proxy.example:3128/'],
    ['https://proxy.example', 'https://proxy.example/'],
    ['user:pass@proxy.example:8080', 'http://user:pass@proxy.example:8080/'],
    ['http://user:p@ss@proxy.example:1', 'http://user:p%40ss@proxy.example:1/'],
    ['http://user:p%25@proxy.example:1', 'http://user:p%25@proxy.example:1/'],
  ])('reads %j as an http or https proxy', (value, url) => {
    expect(proxySettings({ HTTPS_PROXY: value })).toEqual({ http: null, https: { variable: 'HTTPS_PROXY', url } });
  });

  it.each([
    ['socks5://proxy.example:1080', /SOCKS proxy, which is not supported/],
    ['socks4a://proxy.example:1080', /SOCKS proxy, which is not supported/],
    ['socks://proxy.example', /SOCKS proxy, which is not supported/],
    ['ftp://proxy.example:21', /begins with ftp:\/\//],
    ['file:///etc/proxy', /begins with file:\/\//],
    ['http://', /not the address of a proxy/],
    ['http://proxy.example:99999', /not the address of a proxy/],
    ['proxy.example:80 80', /not the address of a proxy/],
    ['http://a.example:1,http://b.example:2', /not the address of a proxy/],
    [':8080', /not the address of a proxy/],
    ['canary:p%zz@proxy.example:1', /invalid % escape/],
  ])('refuses %j, with the name of the variable and without its value', (value, message) => {
    for (const variable of ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy']) {
      expect(() => proxySettings({ [variable]: value })).toThrow(
        expect.objectContaining({ code: 'bad-proxy', message: expect.stringMatching(message) }),
      );
      expect(() => proxySettings({ [variable]: value })).toThrow(new RegExp(`variable ${variable} (?!.*canary)`));
    }
  });

  it('prefers the lower case, takes the proxy for http where https has none, and ignores empty values', () => {
    const url = (name: string) => `http://${name}/`;
    expect(proxySettings({ https_proxy: 'lower', HTTPS_PROXY: 'upper' }).https?.url).toBe(url('lower'));
    expect(proxySettings({ HTTP_PROXY: 'one' }).https).toEqual({ variable: 'HTTP_PROXY', url: url('one') });
    expect(proxySettings({ HTTP_PROXY: '', HTTPS_PROXY: '  ' })).toEqual({ http: null, https: null });
    expect(proxySettings({ http_proxy: '', HTTP_PROXY: 'upper' }).http).toBeNull();
    expect(proxySettings({ ALL_PROXY: 'socks5://all' })).toEqual({ http: null, https: null });
  });
});

describe('unreadProxyVariable', () => {
  it('names ALL_PROXY where it is the only proxy', () => {
    expect(unreadProxyVariable({ ALL_PROXY: 'proxy:1' })).toBe('ALL_PROXY');
    expect(unreadProxyVariable({ all_proxy: 'proxy:1' })).toBe('all_proxy');
    expect(unreadProxyVariable({ ALL_PROXY: 'proxy:1', HTTPS_PROXY: 'proxy:2' })).toBeNull();
    expect(unreadProxyVariable({ ALL_PROXY: '' })).toBeNull();
    expect(unreadProxyVariable({})).toBeNull();
  });
});

const variables = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'].flatMap((name) => [name, name.toLowerCase()]);

/** Probes a model at an address off this machine with only these proxy variables. */
async function probed(environment: Readonly<Record<string, string>>, baseUrl = 'http://model.example/v1') {
  for (const name of variables) vi.stubEnv(name, environment[name]);
  return await probeModel('openai-compatible/m', { baseUrl });
}

describe('a call through a proxy', () => {
  let server: LoopbackServer;
  beforeAll(async () => {
    server = await loopbackServer();
    server.handle(replies(200, openAiWire.answered));
  });
  afterAll(() => server.close());
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('reaches the server through an address without a scheme, with the user name and password', async () => {
    const proxy = await startConnectProxy(server.url);
    const result = await probed({ HTTP_PROXY: `user:p%20w@${proxy.host}` });
    await proxy.close();
    expect(result).toMatchObject({ ok: true });
    expect(proxy.received[0]).toEqual({ target: 'model.example:80', user: 'user:p w' });
  });

  it('calls this machine directly, whatever the variables are', async () => {
    expect(await probed({ HTTP_PROXY: 'socks5://proxy.example' }, `${server.url}/v1`)).toMatchObject({ ok: true });
  });

  it.each([
    ['socks5://127.0.0.1:1', 'SOCKS proxy'],
    ['http://', 'not the address'],
  ])('reports the variable with %j as a problem of the user', async (value, line) => {
    const result = await probed({ HTTP_PROXY: value });
    expect(result).toMatchObject({ ok: false, line: expect.stringContaining(line), hint: expect.any(String) });
    expect(result.line).toContain('HTTP_PROXY');
  });

  it('reports a proxy that cannot be reached as such, not as an absent server', async () => {
    const { host } = new URL(await deadUrl());
    const { line } = await probed({ HTTPS_PROXY: `secret:canary@${host}` }, 'https://model.example/v1');
    expect(line).toMatch(
      `the proxy ${host} cannot be reached (ECONNREFUSED): check the environment variable HTTPS_PROXY`,
    );
    expect(line).not.toMatch(/canary|is the server running/);
  });

  it.each([
    [407, /refused a connection to http:\/\/model\.example.*status 407.*user name and password/],
    [403, /status 403.*NO_PROXY/],
  ])('reports status %d of a proxy as a refusal', async (status, line) => {
    const proxy = await startConnectProxy(server.url, status);
    const result = await probed({ HTTP_PROXY: proxy.host });
    await proxy.close();
    expect(result).toMatchObject({ ok: false, line: expect.stringMatching(line) });
  });

  it('calls the hosts of NO_PROXY directly', async () => {
    const proxy = await startConnectProxy(server.url);
    const result = await probed({ HTTP_PROXY: proxy.host, NO_PROXY: 'other.example,.invalid' }, 'http://m.invalid/v1');
    await proxy.close();
    expect(result).toMatchObject({ ok: false, line: expect.stringContaining('host not found') });
    expect(proxy.received).toEqual([]);
  });

  it('says that ALL_PROXY is not read where the server is not found', async () => {
    const { line } = await probed({ ALL_PROXY: '127.0.0.1:1' }, 'http://m.invalid/v1');
    expect(line).toMatch(/host not found.*ALL_PROXY is not read/);
  });
});
