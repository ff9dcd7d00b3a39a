/**
 * Some things are tried at every single call that a run makes. Where others try them as well, one call in seventeen finds
 * what there is to find; FW_MIGRATE_FULL=1 takes them all.
 */
export const closely = process.env.FW_MIGRATE_FULL ? 1 : 17;
