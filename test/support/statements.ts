/** Writing down when a token was last used is nobody's request: it happens a moment later, whenever that is. */
const IN_THE_BACKGROUND = /^insert into "token_uses"/;

export type StatementLog = ReturnType<typeof createStatementLog>;

/** Listens to a database's statements (`createDatabase({ onStatement })`), so that a test can count them. */
export function createStatementLog() {
  let statements: string[] = [];
  return {
    onStatement: (statement: string) => {
      if (!IN_THE_BACKGROUND.test(statement)) statements.push(statement);
    },

    /** Runs `work` and returns, beside its result, the statements that it took. */
    async during<Result>(work: () => Promise<Result>): Promise<{ result: Result; statements: string[] }> {
      statements = [];
      const result = await work();
      return { result, statements };
    },
  };
}
