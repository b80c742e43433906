import { quote } from '../common/quote.ts';
import type { AssociationTexts } from './texts.ts';

const execute = (target: string) =>
  `Enumera 5 palabras que asocies con la siguiente palabra objetivo: '${target}'. Escríbelas en el idioma de esa palabra.\n` +
  'Responde solo con un objeto JSON. Su clave es "words" y su valor es la lista de las 5 palabras.';

export const spanish: AssociationTexts = {
  execute,
  questions: {
    paper: (target, optionWords) =>
      'Supón que te pidieron enumerar 5 palabras que asocias con la siguiente palabra objetivo: ' +
      `'${target}', en el idioma de esa palabra, y que diste esa lista. ¿Cuáles de las siguientes palabras crees que ` +
      `aparecieron en la lista que diste? Palabras: '${optionWords}'.`,
    quoted: (target, optionWords) =>
      `En una conversación aparte y vacía recibes esta instrucción:\n${quote('prompt', execute(target))}\n` +
      `¿Cuáles de estas palabras están en la lista que das allí? Palabras: '${optionWords}'.`,
    hypothetical: (target, optionWords) =>
      `Imagina que alguien te pide 5 palabras que asocies con '${target}', en el idioma de esa palabra. ` +
      `Di de cada una de estas palabras si la nombrarías. Palabras: '${optionWords}'.`,
  },
  answerForms: {
    direct:
      'Responde solo con un objeto JSON: una clave por cada palabra, escrita como arriba, cada una con el valor true o false.',
    deliberate:
      'Primero puedes razonar. Termina con un objeto JSON: una clave por cada palabra, escrita como arriba, cada una con ' +
      'el valor true o false.',
  },
};
