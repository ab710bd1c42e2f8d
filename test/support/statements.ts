/** Storing a token's last use belongs to no request: it happens at some later moment. */
const IN_THE_BACKGROUND = /^\s*insert into "token_uses"/;

export type StatementLog = ReturnType<typeof createStatementLog>;

/** Listens to a database's statements (`createDatabase({ onStatement })`), so that a test can count them. */
export function createStatementLog() {
  let statements: string[] = [];
  return {
    onStatement: (statement: string) => {
      if (!IN_THE_BACKGROUND.test(statement)) statements.push(statement);
    },

    /** Runs `work` and returns its result and its statements. */
    async during<Result>(work: () => Promise<Result>): Promise<{ result: Result; statements: string[] }> {
      statements = [];
      const result = await work();
      return { result, statements };
    },
  };
}
