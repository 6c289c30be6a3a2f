const { createServer } = require('http');
const { createApp, createRouter, eventHandler, getRouterParam, createError, setHeader, toNodeListener } = require('h3');
const { z } = require('zod');

const projects = new Map([
  ['demo', { ref: 'demo', region: 'eu-west-1', readOnly: false }],
  ['prod', { ref: 'prod', region: 'us-east-1', readOnly: true }],
]);

const projectRef = z.string().min(2).max(40);
const pageSize = z.number().int().min(1).max(200).default(50);
const queryInput = z.object({ sql: z.string().min(1), timeout: z.number().optional() });

function databaseTools(project) {
  const listInput = z.object({ schema: z.string().describe('Schema to list'), pageSize }); // HERE
  return [
    { name: 'list_tables', input: listInput, annotations: { readOnlyHint: true } },
    { name: 'execute_sql', input: queryInput, annotations: { readOnlyHint: project.readOnly } },
  ];
}

function projectTools(project) {
  return [
    { name: 'get_project', input: z.object({ ref: projectRef }), annotations: { readOnlyHint: true, title: project.region } },
  ];
}

function describeTool(tool) {
  return { name: tool.name, annotations: tool.annotations, inputSchema: z.toJSONSchema(tool.input) };
}

function findProject(event) {
  const ref = getRouterParam(event, 'ref');
  const project = projects.get(ref);
  if (!project) throw createError({ statusCode: 404, statusMessage: 'Unknown project' });
  return project;
}

const router = createRouter()
  .get('/health', eventHandler(() => ({ ok: true })))
  .get('/projects/:ref', eventHandler((event) => findProject(event)))
  .get('/projects/:ref/tools', eventHandler((event) => {
    const project = findProject(event);
    setHeader(event, 'cache-control', 'no-store');
    const tools = [...databaseTools(project), ...projectTools(project)];
    return { tools: tools.map(describeTool) };
  }));

const app = createApp();
app.use(router);
createServer(toNodeListener(app)).listen(process.env.PORT || 3000, '127.0.0.1');
