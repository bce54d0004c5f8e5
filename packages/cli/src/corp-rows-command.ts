import type { Db } from '@cinnabar/server/database/schema.js';
import type { CorpId } from '@cinnabar/server/operation/context.js';
import { type Command, jsonOption } from './command.js';
import { corpOption, readCorpId, requireCorp } from './find-corp.js';
import { listOutcome, pagingOptions, readWindow } from './list-options.js';
import { withPlatform } from './with-platform.js';

interface Rows<Row> {
  readonly items: readonly Row[];
  readonly totalCount: number;
}

interface Listing<Row> extends Pick<Command, 'name' | 'summary'> {
  /** Name of the list in JSON. */
  readonly key: string;
  readonly load: (db: Db, corpId: CorpId, window: ReturnType<typeof readWindow>) => Promise<Rows<Row>>;
  readonly print: (row: Row) => string;
}

/** A command that lists something of one enterprise, page by page. */
export function corpRowsCommand<Row>({ name, summary, key, load, print }: Listing<Row>): Command {
  return {
    name,
    summary,
    options: { corp: corpOption, ...pagingOptions, json: jsonOption },
    async run(values, context) {
      const corpId = readCorpId(values);
      const window = readWindow(values);
      return withPlatform(values, context, async ({ database }) => {
        await requireCorp(database.db, corpId);
        return listOutcome(key, await load(database.db, corpId, window), print);
      });
    },
  };
}
