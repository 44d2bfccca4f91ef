// The text of docs/launch.md. A mark such as <<storm>> stands for a part that comes from a run. A section whose part has no run yet
// is left out, from its heading to the next one.

export const pageText = `# A simulated launch

Many simulated players at once, beside deploys and outages. \`npx bun bench/launch.ts --page\` writes this page from the
newest runs:

<<sources>>

Everything ran on this one machine: service, database and players share its cores and its disk, so a machine of your
own carries more than these figures show.

## The day

The players come by the hour: a rush at the opening, a quiet night, an evening. Each begins as a new player with a
signed token (ES256), registers, starts a session, beats every five minutes, saves about every five, reads another
player's record about every ten, and stays for 20 minutes on average. Four in ten come back later on the same day. One
game in five is killed, so that its session is not stopped. Saves are those of the clients: a patch of a record of 300
bytes, with \`If-Match\`, a key and \`X-Installation-Id\`, sent again until it is acknowledged, with the pauses of the
client in real seconds. Each save counts coins, and at the end the database must have exactly those coins.

At 12:30 the service is deployed anew: by \`playkeep reload\` with \`PROCESSES=2\` on PostgreSQL, by a stop and a start on
SQLite. At 19:30 the database is killed for five minutes of the day, and starts again with its recovery; on SQLite it is
the service that is killed. A second of the day takes 7 ms. So the requests come as often as those of 144 times as many
players in real time, while the service's jobs, its time-outs and the pauses of the clients run at their usual pace.

<<summary>>

![Latency by hour of the day](images/launch-latency.svg)

The answers that no client expects are reads of ids that no player has: PostgreSQL leaves gaps among its ids when it is
killed. Refusals follow the outage on PostgreSQL: for two hours of that evening, 50 real seconds, all players come again
while the evening goes on, and both cores are busy. The service refuses what it cannot do at once, and does as many
requests as before.

A latency counts from the moment at which the request was due. The longest wait of a save counts from the change that
the player made to its acknowledgement, with all repetitions.

![Busy cores by hour of the day](images/launch-cores.svg)

<<refusals>>

### PostgreSQL, hour by hour

<<postgres>>

### SQLite, hour by hour

<<sqlite>>

### More players, by calculation

Nobody has run these. The CPU time, data and log of each player of the day on PostgreSQL, times the number of players,
over a day of 24 real hours, in the busiest hour of this day. It is a lower bound for the cores of a small service:
batches are smaller where fewer requests come at once, and a call of a small batch costs more
([scaling](scaling.md)).

<<calculation>>

## The storm

Clients of \`@playkeep/client\` play in a few processes, each with a session that beats and a save that changes about once
a minute. PostgreSQL is killed and stays away for five minutes; the games go on and keep their changes. Each request has
a connection of its own, as that of a phone after a pause. A client is back when all that it had kept is acknowledged.

<<storm>>

![The storm, second by second](images/launch-storm.svg)

## The first to break

- **Players came back late.** A client paused for up to a minute between two attempts, so that half of the players
  were still away 30 seconds after the database was back. Where the service itself answers, with \`Retry-After\`, the
  longest pause is 20 seconds now.
- **Refusals came late.** While PostgreSQL was away, calls tried to connect on their own, up to four times. At 6,000
  requests a second their 503 came after 101 to 539 ms (p99) and cost 50 to 61 µs of CPU. Now all calls of 25 ms share
  one attempt: 30 to 34 ms, and 39 to 45 µs ([table](../bench/results/2026-11-25-5d396e60-outage.md)).
  [Decision 0026](decisions/0026-connection-pool.md) has the rule.
`;
