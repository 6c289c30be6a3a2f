use axum::extract::{Path, Query};
use axum::response::IntoResponse;
use axum::routing::get;
use axum::serve::ListenerExt;
use axum::Router;
use serde::{Deserialize, Serialize};
use std::env;

#[derive(Deserialize)]
struct Asked {
    id: String,
}

#[derive(Serialize)]
struct Answer {
    name: String,
    id: String,
}

async fn bench(Path(name): Path<String>, Query(Asked { id }): Query<Asked>) -> impl IntoResponse {
    let headers = [
        ("x-powered-by", "benchmark"),
        ("content-type", "application/json"),
        ("connection", "keep-alive"),
        ("keep-alive", "timeout=5"),
    ];
    (headers, serde_json::to_string(&Answer { name, id }).unwrap())
}

// TOKIO_WORKER_THREADS says on how many threads it runs.
#[tokio::main]
async fn main() {
    let host = env::var("HOST").unwrap_or("127.0.0.1".into());
    let port = env::var("PORT").unwrap_or("3000".into());
    // Node and Bun send at once, too.
    let listener = tokio::net::TcpListener::bind(format!("{host}:{port}"))
        .await
        .unwrap()
        .tap_io(|stream| stream.set_nodelay(true).unwrap());
    let app = Router::new().route("/bench/{name}", get(bench));
    axum::serve(listener, app).await.unwrap();
}
