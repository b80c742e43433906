import type { DifficultyTexts } from './texts.ts';

export const spanish: DifficultyTexts = {
  solve:
    'Primero puedes razonar. Termina con un objeto JSON. Su clave es "answer" y su valor es la letra de la opción correcta.',
  leads: {
    paper:
      'Abajo hay cuatro preguntas de opción múltiple, cada una con su respuesta correcta. Supón que te pidieran resolver cada ' +
      'una en una sesión aparte. Ordénalas desde aquella en la que usarías menos tokens hasta aquella en la que usarías más. ' +
      'Las preguntas que responderías mal van al final.',
    effort:
      'Aquí hay cuatro preguntas de opción múltiple con sus respuestas correctas. Ordénalas según lo difíciles que serían para ' +
      'ti, la más fácil primero: una pregunta que resolverías con una respuesta más corta va antes que otra que exige una ' +
      'respuesta más larga, y las preguntas en las que te equivocarías van al final.',
    separate:
      'Recibes cada una de las cuatro preguntas de abajo en una conversación aparte y vacía, sin su respuesta correcta. Prevé tus ' +
      'respuestas: primero las preguntas que respondes bien, la respuesta más corta primero, y después las que respondes mal.',
  },
  rightAnswer: 'Respuesta correcta:',
  answerForms: {
    direct:
      'Responde solo con un objeto JSON. Su clave es "ranking" y su valor es la lista de los cuatro nombres, por ejemplo ["Q1", "Q2", "Q3", "Q4"].',
    deliberate:
      'Primero puedes razonar. Termina con un objeto JSON. Su clave es "ranking" y su valor es la lista de los cuatro nombres, por ejemplo ["Q1", "Q2", "Q3", "Q4"].',
  },
};
