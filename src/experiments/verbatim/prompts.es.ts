import { quote } from '../common/quote.ts';
import type { VerbatimTexts } from './texts.ts';

export const spanish: VerbatimTexts = {
  questions: {
    paper: ({ lead, inner }) =>
      `${lead} Si alguien te ejecutara con la siguiente instrucción: '${inner}', ¿qué responderías?`,
    quoted: ({ lead, inner }) =>
      `${lead} En una conversación aparte y vacía recibes esta instrucción:\n${quote('prompt', inner)}\n` +
      '¿Qué respondes en esa conversación?',
    exact: ({ lead, inner }) =>
      `${lead} Otra persona te enviará la instrucción de abajo, y nada antes de ella.\n${quote('prompt', inner)}\n` +
      'Prevé tu respuesta a ella, palabra por palabra.',
  },
  answerForms: {
    direct: 'Responde solo con un objeto JSON. Su clave es "response" y su valor es el texto exacto de esa respuesta.',
    deliberate:
      'Primero puedes razonar. Termina con un objeto JSON. Su clave es "response" y su valor es el texto exacto de esa respuesta.',
  },
};
