import { expect, test } from 'vitest';
import { crashText } from '../cli/process/crash.ts';
import { redact } from '../models/http/redact.ts';
import { redactKeys } from './redact-keys.ts';

const middle = '9f8e7d6c5b4a39281706';
const lookAlikes = [
  `sk-${middle}`,
  `sk-proj-${middle}`,
  `sk-ant-api03-${middle}`,
  `sk-or-v1-${middle}`,
  `sk-${'*'.repeat(16)}1706`,
  `pk-${middle}`,
  `gsk_${middle}`,
  `xai-${middle}`,
  `AIza${middle}`,
  `hf_${middle}`,
  `tgp_v1_${middle}`,
  `AKIA${middle.toUpperCase()}`,
];

/** Keys of the shapes that services make, drawn for this test. */
const drawn = [
  'sk-T3BlbkFJq8Zr2LxV9wYc4Mn1Kd7Hs5Gp0Ua6Bt3Ef',
  'sk-proj-a8Kx_2Lm-Qz9RtVbNc4WdXy7Gh1Jp0Fs5Ue3Io6T3BlbkFJm2Nb8Vc4Xz',
  'sk-ant-api03-Zx9Cv8Bn7Mq6We5Rt4Yu3Io2Pa1Sd0Fg-Hj9Kl8_Qw7Er6Ty5Ui4',
  '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',
  'sk-0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  'sk-svcacct-Ab3De6Gh9Jk2Mn5Pq8St1Vw4Yz7',
  'sk-1c9d8e7f-6a5b-4c3d-2e1f-0a9b8c7d6e5f',
  'sk_live_51Hx9Yz8Wv7Ut6Sr5Qp4On3Ml2Kj1',
  'pk-lf-3f2e1d0c-9b8a-7654-3210-fedcba987654',
  'gsk_Wq8Er7Ty6Ui5Op4As3Df2Gh1Jk0Lz9Xc8Vb7Nm6Qa5Ws4Ed3Rf2',
  'xai-Rt5Yu6Io7Pa8Sd9Fg0Hj1Kl2Zx3Cv4Bn5Mq6We7Rt8Yu9Io0Pa1Sd2Fg3',
  'AIzaSyD9Fg0Hj1Kl2Zx3Cv4Bn5Mq6We7Rt8Yu9I',
  'AIzaSyB-Kd8s_Lq2Mz7Xc4Vb9Nn1Aa6Ss3Dd5Ff0',
  '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',
  'hf_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7',
  'tgp_v1_Zx9Cv8Bn7Mq6We5Rt4Yu3Io2Pa1Sd0Fg9Hj8Kl7Q',
  'csk-4k5m6n7p8q9r2s3t4v5w6x7y8z9a2b3c4d5e6f7g8h9j',
  'nvapi-Lk2Jh3Gf4Ds5Ap6Oi7Uy8Tr9Ew0Qm1Nb2Vc3Xz4Lk5Jh6Gf7Ds8',
  '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',
  'AKIAIOSFODNN7EXAMPLE',
  'ASIAY34FZKBOKMUTVV7A',
  'ABSKQmVkcm9ja0FQSUtleS1hYmNkMTIzNDU2Nzg5MA',
  'sk-proj-********************AbCd',
];

/** Words, models and paths that begin as keys do. */
const words = [
  'skill_reference_conversion',
  'skill_notes_long_folder_name',
  'skill_notes_20261130112233',
  'sk-learn-202611301122',
  'pkg-linux-x64-20261130112233',
  'hf-internal-testing-tiny-random-LlamaForCausalLM',
  'gsk-clinical-trials-evaluation',
  'xai-grok-4-fast-reasoning-20260101000000',
  'pplx-7b-online-experiments-v2',
  'nvapi-migration-notes-2025',
  'skywork-o1-open-8b',
  'Skywork/skywork-reward-v2-llama-3.1-8b',
  'sky-t1-32b-preview-2025-01-10',
  'skeptical_reviewers_of_answers',
  'sketch-to-code-benchmark-2024',
  'skills2024_evaluation_results',
  'sk-learn-benchmark-results-2024-11',
  'sk_SK_wikipedia_questions_2023',
  'xai-grok-4-fast-reasoning',
  'xai-org/grok-2-vision-1212',
  'xai-explanations-of-decisions',
  'pk-translation-urdu-2023-test',
  'pkg_resources_compatibility',
  'pkusafe_rlhf_alignment_v2',
  'gsk_literature_review_answers',
  'hf_transfer_benchmark_2024_v2',
  'hf-internal-testing/tiny-random-llama',
  'pplx-70b-online-chat-preview',
  'nvapi-latency-measurements-h100',
  'csk-cricket-commentary-2023',
  'AIza_word_list_of_names',
  'logs/2024-05-01T10-00-00_sky-attribution_task/results.json',
  'basic understanding of a question',
  'the bearer instruments directive',
  'Basic arithmetic-reasoning',
];

/**
 * Every path by which a text that may hold a key leaves this program: a server's message, and the printed form of an
 * error.
 */
const waysOut = {
  'a failure': (text: string) => redact(text, []),
  'a crash': (text: string) => crashText(new Error(text), { environment: {}, args: [] }),
};

for (const [name, wayOut] of Object.entries(waysOut)) {
  test.each([...lookAlikes, ...drawn])(`${name} does not say %s`, (key) => {
    for (const text of [`bad key ${key}.`, `{"key":"${key}"}`, `https://host/v1?key=${key}&x=1`, `Bearer ${key}`]) {
      const said = wayOut(text);
      expect(said).toContain('[key]');
      expect(said).not.toContain(key);
      expect(said).not.toContain(key.slice(-6));
    }
  });

  test.each([
    `OPENAI_API_KEY=${middle}`,
    `{\\"api_key\\":\\"${middle}\\"}`,
    `x-api-key: ${middle}`,
    `{ "api_key": "${middle}" }`,
    `apiKey='${middle}'`,
    `Basic ${middle}`,
  ])(`${name} does not say what is named a key: %s`, (text) => {
    expect(wayOut(text)).not.toContain(middle);
    expect(wayOut(text)).toContain('[key]');
  });
}

test.each(words)('keeps words and paths: %s', (text) => {
  for (const whole of [
    text,
    `"./${text}/ragas.csv" is not a log`,
    `seb report /data/${text}`,
    `openai/${text}: failed`,
  ]) {
    expect(redactKeys(whole, [])).toBe(whole);
  }
});

test('removes a known key in any form, also from URLs and with a shared prefix', () => {
  const keys = ['plain words', 'plain words and more', 'a+b/c='];
  const text = 'plain words and more, plain words, a+b/c= and ?key=a%2Bb%2Fc%3D';
  expect(redactKeys(text, keys)).toBe('[key], [key], [key] and ?key=[key]');
});

test('does not treat short texts as keys', () => {
  expect(redactKeys('a word of abc', ['', 'a', 'abc'])).toBe('a word of abc');
});

test.each(['the task-list is empty', 'risk-averse models', 'no api key is set', 'api key: none', 'AKIAlike'])(
  'keeps ordinary words: %s',
  (text) => expect(redactKeys(text, [])).toBe(text),
);
