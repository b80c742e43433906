import {
  azureFake,
  fireworksFake,
  mistralFake,
  openAiFake,
  togetherFake,
} from '../../../test/support/train/fake-dialects.ts';
import { portContract } from '../../../test/support/train/port-contract.ts';
import { somePortSettings } from '../../../test/support/train/requests.ts';
import { fireworksPort } from './fireworks.ts';
import { mistralPort } from './mistral.ts';
import { azurePort, openAiPort } from './openai.ts';
import { togetherPort } from './together.ts';

const secret = 'canary-key-of-the-host';
const common = { secret, hasPages: true, showsTag: true };

portContract({
  ...common,
  name: 'openai',
  dialect: openAiFake,
  open: (baseUrl, environment) => openAiPort(somePortSettings('openai', { baseUrl }), { environment }),
  environment: { OPENAI_API_KEY: secret },
  failedWord: 'failed',
});

portContract({
  ...common,
  name: 'azure',
  dialect: azureFake,
  open: (baseUrl, environment) => azurePort(somePortSettings('azure', { baseUrl }), { environment }),
  environment: { AZURE_API_KEY: secret },
  failedWord: 'failed',
  showsTag: false,
});

portContract({
  ...common,
  name: 'together',
  dialect: togetherFake,
  open: (baseUrl, environment) => togetherPort(somePortSettings('together', { baseUrl }), { environment }),
  environment: { TOGETHER_API_KEY: secret },
  failedWord: 'error',
  hasPages: false,
});

portContract({
  ...common,
  name: 'fireworks',
  dialect: fireworksFake,
  open: (baseUrl, environment) =>
    fireworksPort(somePortSettings('fireworks', { baseUrl, account: 'me' }), { environment }),
  environment: { FIREWORKS_API_KEY: secret },
  failedWord: 'JOB_STATE_FAILED',
});

portContract({
  ...common,
  name: 'mistral',
  dialect: mistralFake,
  open: (baseUrl, environment) => mistralPort(somePortSettings('mistral', { baseUrl }), { environment }),
  environment: { MISTRAL_API_KEY: secret },
  failedWord: 'FAILED',
});
