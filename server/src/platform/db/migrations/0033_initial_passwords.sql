-- Set while an account has the password that the command line generated. It must be changed at the first sign-in, and
-- nobody can sign in with it after this time.
alter table users add column initial_password_expires_at timestamptz;
