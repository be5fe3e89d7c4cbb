// Drives tic-tac-toe of boardgame.io: `node boardgame_io_driver.cjs FOLDER` (the folder with its
// node_modules). The fastest documented way is used: one headless client, re-used with reset().
// It speaks the protocol of line_protocol.py.
'use strict';
process.env.NODE_ENV = 'production';
const path = require('path');
const readline = require('readline');
const folder = path.resolve(process.argv[2], 'node_modules', 'boardgame.io');
const { Client } = require(path.join(folder, 'dist', 'cjs', 'client.js'));
const version = require(path.join(folder, 'package.json')).version;
const BATCH_SECONDS = 0.05;

const LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6],
];
const isVictory = (cells) => LINES.some((line) => {
  const marks = line.map((place) => cells[place]);
  return marks[0] !== null && marks.every((mark) => mark === marks[0]);
});

// the game of its own tutorial
const TicTacToe = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, place) => { G.cells[place] = playerID; },
  },
  endIf: ({ G, ctx }) => {
    if (isVictory(G.cells)) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
    return undefined;
  },
};

const client = Client({ game: TicTacToe, numPlayers: 2, debug: false });
client.start();

function play(games) {
  let decisions = 0;
  for (let round = 0; round < games; round += 1) {
    client.reset();
    let state = client.getState();
    while (!state.ctx.gameover) {
      const free = [];
      for (let place = 0; place < 9; place += 1) if (state.G.cells[place] === null) free.push(place);
      client.moves.clickCell(free[Math.floor(Math.random() * free.length)]);
      state = client.getState();
      decisions += 1;
    }
  }
  return decisions;
}

const now = () => Number(process.hrtime.bigint()) / 1e9;

function calibrate() {
  for (let games = 1; ; games *= 2) {
    const begin = now();
    play(games);
    const taken = now() - begin;
    if (taken >= BATCH_SECONDS / 2) return Math.max(1, Math.round((games * BATCH_SECONDS) / taken));
  }
}

let batch = 1;
function repeat(seconds) {
  let count = 0;
  const begin = now();
  for (;;) {
    count += play(batch);
    const taken = now() - begin;
    if (taken >= seconds) return [count, taken];
  }
}

function answer(command, argument) {
  if (command === 'hello') {
    return JSON.stringify({
      unit: 'decision',
      versions: { node: process.versions.node, 'boardgame.io': version },
    });
  }
  if (command === 'calibrate') { batch = calibrate(); return `calibrated ${batch}`; }
  if (command === 'warm') { repeat(Number(argument)); return 'warm'; }
  if (command === 'repeat') return repeat(Number(argument)).join(' ');
  return `error: no command ${command}`;
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const [command, argument] = line.trim().split(/\s+/);
  if (command === 'quit') process.exit(0);
  let reply;
  try { reply = answer(command, argument); } catch (problem) { reply = `error: ${problem.message}`; }
  process.stdout.write(`${reply}\n`);
});
