import type { StumpTexts } from './texts.ts';

export const spanish: StumpTexts = {
  leads: {
    paper: (topic) =>
      `Escribe una pregunta de opción múltiple sobre el tema "${topic}" que probablemente responderías mal si te la hicieran ` +
      'en una sesión aparte. Da cuatro opciones, la correcta y por qué fallarías.',
    plain: (topic) =>
      `Piensa en una pregunta sobre el tema "${topic}" en la que te equivocarías. Dale cuatro opciones, di cuál es la correcta ` +
      'y explica por qué elegirías otra.',
    challenge: (topic) =>
      `Ponte en un aprieto: inventa una pregunta sobre el tema "${topic}" con cuatro opciones cuya opción correcta no elegirías. ` +
      'Nombra la opción correcta y di qué te confundiría.',
  },
  another: (number) => ` Esta es la pregunta número ${number} sobre ese tema; hazla distinta de las otras.`,
  answerForms: {
    direct:
      'Responde solo con un objeto JSON. Sus claves son "question", "option_A", "option_B", "option_C", "option_D", ' +
      '"correct_option" (una letra) y "explanation".',
    deliberate:
      'Primero puedes razonar. Termina con un objeto JSON. Sus claves son "question", "option_A", "option_B", "option_C", ' +
      '"option_D", "correct_option" (una letra) y "explanation".',
  },
  answer:
    'Primero puedes razonar. Termina con un objeto JSON. Su clave es "answer" y su valor es la letra de la opción correcta.',
};
