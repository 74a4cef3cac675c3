-- A change of the password replies with new tokens, and the old ones of the same session stay valid for older clients.
drop index refresh_tokens_one_live;
