/** Webhooks, their subscriptions and deliveries. */
export const webhooks = `
  -- owner is the hash of the address at which the webhook was made without a token.
  -- service_url is the address below which links of a text lead. A webhook with a task is a push notification config of
  -- A2A, by its id there. ended_at is set when its task has ended.
  create table webhook (
    id text primary key,
    url text not null,
    events text not null,
    session_id text,
    scope text not null,
    owner text,
    secret text,
    active bigint not null,
    failed_deliveries bigint not null,
    last_delivery_at bigint,
    last_delivery_status text,
    leased_until bigint not null,
    created_at bigint not null,
    updated_at bigint not null,
    format text not null default 'json',
    service_url text,
    task_id text,
    config_id text,
    ended_at bigint
  );
  create index webhook_by_scope on webhook (scope, id);
  create index webhook_by_session on webhook (session_id, id);
  create index webhook_by_task on webhook (session_id, task_id, config_id) where task_id is not null;
  create index webhook_ended on webhook (ended_at) where ended_at is not null;

  -- The events of a session that a webhook gets. The session * is every session.
  create table webhook_subscription (
    session_id text not null,
    event text not null,
    webhook_id text not null,
    primary key (session_id, event, webhook_id)
  );
  create index webhook_subscription_by_webhook on webhook_subscription (webhook_id);

  -- A delivery refers to its event by (session_id, seq) and holds no copy of it. A ping has no event and holds its body.
  create table delivery (
    session_id text not null,
    id text not null,
    webhook_id text not null,
    seq bigint,
    event text not null,
    body text,
    status text not null,
    attempts bigint not null,
    attempts_before bigint not null,
    first_attempt_at bigint,
    last_attempt_at bigint,
    due_at bigint not null,
    response_status bigint,
    error text,
    created_at bigint not null,
    queued_at bigint not null,
    finished_at bigint,
    primary key (session_id, id)
  );
  create index delivery_by_webhook on delivery (webhook_id, id);
  -- A first attempt is due whatever its due_at says, so the index holds first attempts apart from retries.
  create index delivery_pending on delivery (webhook_id, (case when attempts = 0 then 0 else 1 end), due_at, seq)
    where status = 'pending';
  create index delivery_by_age on delivery (finished_at) where finished_at is not null;

  create table webhook_deletion (webhook_id text primary key);
`;
