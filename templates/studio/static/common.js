"use strict";
// What all pages share: finding and making elements, and asking the server.

const byId = (id) => document.getElementById(id);

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// Ask for a path. With a body, a file or a value for JSON, it is a change.
async function request(path, body) {
  const options = { headers: { Accept: "application/json" } };
  if (body !== undefined) {
    options.method = "POST";
    options.headers["Content-Type"] = body instanceof Blob ? "application/octet-stream" : "application/json";
    options.body = body instanceof Blob ? body : JSON.stringify(body);
  }
  const reply = await fetch(path, options).catch(() => {
    throw new Error("the studio does not answer: is it still running?");
  });
  const found = await reply.json();
  if (!reply.ok) throw Object.assign(new Error(found.error), { status: reply.status });
  return found;
}
