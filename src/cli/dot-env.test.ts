import { describe, expect, it } from 'vitest';
import { dotEnvNotes } from './dot-env.ts';

describe('dotEnvNotes', () => {
  it.each(['SEB_BASE_URL', 'OPENAI_BASE_URL', 'OLLAMA_HOST', 'HTTPS_PROXY', 'AZURE_RESOURCE_NAME'])(
    'names %s with its value',
    (name) => {
      expect(dotEnvNotes({ [name]: 'http://elsewhere' })).toEqual([
        expect.stringContaining(`${name}=http://elsewhere`),
      ]);
    },
  );

  it('names the variable of the key, but not its value', () => {
    expect(dotEnvNotes({ SEB_API_KEY_VARIABLE: 'OTHER_KEY', OTHER_KEY: 'canary' })).toEqual([
      expect.stringMatching(/^(?!.*canary).*OTHER_KEY/),
    ]);
  });

  it.each(['NODE_EXTRA_CA_CERTS', 'NODE_USE_SYSTEM_CA', 'NODE_OPTIONS'])('says that %s has no effect there', (name) => {
    expect(dotEnvNotes({ [name]: 'ca.pem' })).toEqual([
      `.env in this folder sets ${name}, which Node reads only from the environment`,
    ]);
  });

  it('ignores other variables', () => {
    expect(dotEnvNotes({ OPENAI_API_KEY: 'canary', SEB_SAMPLES: '3' })).toEqual([]);
  });
});
