/** References to cite: the benchmark, and the study that tested introspection as self-prediction against other models. */
export const bibtex = `@misc{ezra2025selfexecution,
  title         = {The Self-Execution Benchmark: Measuring {LLMs}' Attempts to Overcome Their Lack of Self-Execution},
  author        = {Ezra, Elon and Weizman, Ariel and Azaria, Amos},
  year          = {2025},
  eprint        = {2508.12277},
  archivePrefix = {arXiv}
}

@misc{binder2024looking,
  title         = {Looking Inward: Language Models Can Learn About Themselves by Introspection},
  author        = {Binder, Felix J. and Chua, James and Korbak, Tomek and Sleight, Henry and Hughes, John and Long, Robert and Perez, Ethan and Turpin, Miles and Evans, Owain},
  year          = {2024},
  eprint        = {2410.13787},
  archivePrefix = {arXiv}
}
`;
