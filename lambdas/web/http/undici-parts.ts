// Only the client: all of `undici` also loads `fetch`, WebSocket, caches and mocks, which adds 50 ms to every
// start.
import request from 'undici/lib/api/api-request.js';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';

Dispatcher.prototype.request = request;

export { Agent, buildConnector };
