import type { PostgresSettings } from './supervised-postgres.ts'

/** Settings of the embedded PostgreSQL, sized for a small machine that also runs the server and the model. */
export const defaultSettings: PostgresSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 60,
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  max_wal_senders: 0,
  io_method: 'sync',
  max_parallel_workers_per_gather: 0,
  jit: 'off',
  // After a crash one syncfs call instead of an fsync for each of a thousand files.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  // Statement errors contain personal data (Key (email)=…); the server receives them anyway.
  log_min_messages: 'log',
}
