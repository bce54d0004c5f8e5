import type pg from 'pg';
import { BOOTSTRAP_USER, SERVICE_USER } from './cluster.js';
import { takeGuardLock } from './guard.js';

export interface ServiceRoleOptions {
  readonly dataDir: string;
  readonly mayCreateDatabases: boolean;
}

/**
 * Creates the service role, transfers the database with all objects created by earlier versions as the superuser, and
 * revokes the superuser's right to log in: the server has no TCP listener, and the only role that can log in is not a
 * superuser.
 *
 * @param superuser a session of the bootstrap superuser; holds the lock of the data folder until it is closed
 * @throws DatabaseError `embedded-in-use` if another process uses the folder
 */
export async function makeServiceRole(
  superuser: pg.Client,
  { dataDir, mayCreateDatabases }: ServiceRoleOptions,
): Promise<void> {
  await takeGuardLock(superuser, dataDir);
  await superuser.query('begin');
  const { rows } = await superuser.query('select from pg_roles where rolname = $1', [SERVICE_USER]);
  if (rows.length === 0) {
    const more = mayCreateDatabases ? 'createdb' : 'nocreatedb';
    await superuser.query(`create role ${SERVICE_USER} login nosuperuser nocreaterole ${more}`);
  }
  await superuser.query(`alter database postgres owner to ${SERVICE_USER}`);
  await superuser.query(TRANSFER_OWNERSHIP);
  await superuser.query(`alter role ${BOOTSTRAP_USER} nologin`);
  await superuser.query('commit');
}

/**
 * `reassign owned` fails for the bootstrap superuser, who owns the catalogues too. Objects of an extension keep their
 * owner; sequences of columns follow their tables.
 */
const TRANSFER_OWNERSHIP = `
  do $$
  declare
    one record;
  begin
    for one in
      select format('schema %I', n.nspname) as object
        from pg_namespace n
       where n.nspowner = '${BOOTSTRAP_USER}'::regrole and n.nspname !~ '^(pg_|information_schema$)'
      union all
      select format('%s %s',
               case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
                 else 'table' end,
               c.oid::regclass)
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relowner = '${BOOTSTRAP_USER}'::regrole and n.nspname !~ '^(pg_|information_schema$)'
         and c.relkind in ('r', 'p', 'v', 'm', 'S')
         and not exists (
           select from pg_depend d
            where d.classid = 'pg_class'::regclass and d.objid = c.oid
              and (d.deptype = 'e' or c.relkind = 'S' and d.deptype in ('a', 'i')))
      union all
      select format('routine %s', p.oid::regprocedure)
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where p.proowner = '${BOOTSTRAP_USER}'::regrole and n.nspname !~ '^(pg_|information_schema$)'
         and not exists (
           select from pg_depend d
            where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      union all
      select format('type %s', t.oid::regtype)
        from pg_type t join pg_namespace n on n.oid = t.typnamespace
        left join pg_class c on c.oid = t.typrelid
       where t.typowner = '${BOOTSTRAP_USER}'::regrole and n.nspname !~ '^(pg_|information_schema$)'
         and (t.typtype in ('e', 'd', 'r') or t.typtype = 'c' and c.relkind = 'c')
         and not exists (
           select from pg_depend d
            where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
    loop
      execute format('alter %s owner to ${SERVICE_USER}', one.object);
    end loop;
  end $$`;
