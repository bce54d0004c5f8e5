/** What a migration takes from programs that were written before it, judged by the catalog of PostgreSQL. */
import type pg from 'pg';

interface Column {
  readonly type: string;
  readonly required: boolean;
  readonly hasDefault: boolean;
}

interface Rule {
  readonly definition: string;
  /** `table.column` of each column that it is about. */
  readonly columns: readonly string[];
}

/** Every object of the current schema by name. */
export interface Catalog {
  readonly columns: ReadonlyMap<string, Column>;
  /** Check, unique, foreign and exclusion constraints, unique indexes. */
  readonly rules: ReadonlyMap<string, Rule>;
  /** Triggers, functions, views and sequences, with their definitions. */
  readonly others: ReadonlyMap<string, string>;
}

export async function readCatalog(client: pg.PoolClient): Promise<Catalog> {
  const columns = await client.query<Column & { name: string }>(`
    select relname || '.' || attname as name, format_type(atttypid, atttypmod) as type, attnotnull as required,
           atthasdef or attidentity <> '' as "hasDefault"
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped`);
  const rules = await client.query<Rule & { name: string }>(`
    select 'constraint ' || relname || '.' || conname as name, pg_get_constraintdef(pg_constraint.oid) as definition,
           array(select relname || '.' || attname from pg_attribute
                 where attrelid = conrelid and attnum = any(conkey))::text[] as columns
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where connamespace = current_schema()::regnamespace and contype in ('c', 'u', 'p', 'f', 'x')
    union all
    select 'unique index ' || t.relname || '.' || i.relname, pg_get_indexdef(i.oid),
           array(select t.relname || '.' || attname from pg_attribute
                 where attrelid = t.oid and attnum = any(indkey))::text[]
    from pg_index join pg_class i on i.oid = indexrelid join pg_class t on t.oid = indrelid
    where i.relnamespace = current_schema()::regnamespace and indisunique
      and not exists (select from pg_constraint where conindid = indexrelid)`);
  const others = await client.query<{ name: string; definition: string }>(`
    select 'trigger ' || relname || '.' || tgname as name, pg_get_triggerdef(pg_trigger.oid) as definition
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = current_schema()::regnamespace and not tgisinternal
    union all
    select 'function ' || oid::regprocedure, pg_get_functiondef(oid)
    from pg_proc where pronamespace = current_schema()::regnamespace and prokind = 'f'
    union all
    select case relkind when 'S' then 'sequence ' else 'view ' end || relname, ''
    from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('S', 'v', 'm')`);
  return {
    columns: new Map(columns.rows.map(({ name, ...column }) => [name, column])),
    rules: new Map(rules.rows.map(({ name, ...rule }) => [name, rule])),
    others: new Map(others.rows.map(({ name, definition }) => [name, definition])),
  };
}

/** Sentences about what an earlier program no longer finds, or may no longer write. Constraints may be dropped. */
export function restrictions(before: Catalog, after: Catalog): readonly string[] {
  const found: string[] = [];
  const tables = new Set([...before.columns.keys()].map(tableOf));
  for (const [name, old] of before.columns) {
    const now = after.columns.get(name);
    if (now === undefined) found.push(`column ${name} is gone`);
    else if (now.type !== old.type) found.push(`column ${name} has become ${now.type}`);
    else if (now.required && !old.required) found.push(`column ${name} has become required`);
    else if (now.required && old.hasDefault && !now.hasDefault)
      found.push(`column ${name} has lost its default`);
  }
  for (const [name, { required, hasDefault }] of after.columns) {
    const isNew = !before.columns.has(name) && tables.has(tableOf(name));
    if (isNew && required && !hasDefault) found.push(`column ${name} is new and required`);
  }
  for (const [name, { definition, columns }] of after.rules) {
    if (before.rules.get(name)?.definition === definition) continue;
    // Earlier programs leave new columns at their default.
    if (columns.every((each) => before.columns.has(each))) {
      if (columns.some((each) => tables.has(tableOf(each)))) found.push(`${name} is new: ${definition}`);
    }
  }
  for (const [name, definition] of before.others) {
    const now = after.others.get(name);
    if (now === undefined) found.push(`${name} is gone`);
    else if (now !== definition) found.push(`${name} has changed`);
  }
  for (const name of after.others.keys()) {
    const isNew = name.startsWith('trigger ') && !before.others.has(name);
    if (isNew && tables.has(tableOf(name.slice('trigger '.length)))) found.push(`${name} is new`);
  }
  return found;
}

const tableOf = (name: string): string => name.slice(0, name.indexOf('.'));
